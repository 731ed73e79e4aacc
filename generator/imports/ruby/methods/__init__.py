"""The methods of the values of Ruby: texts, numbers, lists, hashes and ranges."""
