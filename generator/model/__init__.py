"""The records that all stages share: games, scoresheets, faces, press sheets, prose and nets."""
