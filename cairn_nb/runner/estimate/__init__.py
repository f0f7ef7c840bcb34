"""What a run will cost, from tokens measured offline."""
