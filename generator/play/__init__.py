"""The companion at the table: it deals, keeps the session, says what can be done, and shows only what may be seen."""
