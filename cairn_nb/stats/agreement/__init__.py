"""How far raters agree: alpha, kappa, sensitivity and specificity."""
