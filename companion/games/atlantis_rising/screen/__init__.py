"""What pages and the strip show: boards, choices, diagrams, lights."""
