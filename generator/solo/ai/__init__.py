"""Computer players, their evaluation of states, and studies of whole games."""
