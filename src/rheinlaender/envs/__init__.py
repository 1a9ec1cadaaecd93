"""The interfaces of researchers over the one engine: PettingZoo, Gymnasium, OpenSpiel. Import the one you need."""
