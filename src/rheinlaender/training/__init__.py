"""How the network is made: self-play on many games at once, learning, yardsticks."""
