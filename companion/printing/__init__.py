"""The printed kit: what goes where on which sheet, in millimetres (all but pdf.py), and the file with it (pdf.py)."""
