"""What calls cost: tokens, rates, the price table and the meter."""
