"""The print room: pages for print orders and exports."""
