"""Scripts in Ruby: a subset of the language is worked out, without files, clock, network or chance."""
