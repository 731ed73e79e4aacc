"""What has changed since an earlier print: face lists, reading old PDFs, comparing, and showing the difference."""
