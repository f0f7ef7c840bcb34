"""Systems compared in pairs: Bradley-Terry strengths and their intervals."""
