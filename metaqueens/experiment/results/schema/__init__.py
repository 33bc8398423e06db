"""What a results database may hold: its tables, their columns, earlier versions, faults."""
