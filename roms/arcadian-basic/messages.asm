; Messages; the last character has bit 7.

CODES:  DB      "WHAT",'?' + 80H, "HOW",'?' + 80H, "SORR",'Y' + 80H
