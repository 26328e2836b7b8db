"""Many players, many games: results that can be resumed, and what they prove."""
