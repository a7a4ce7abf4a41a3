"""Serial link, sensors, strips and buttons of the table. Of the project it imports `companion.table` only."""
