"""Works out the statements of Ruby scripts."""
