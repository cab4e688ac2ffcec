; A store through a pointer is moved before a store to a fixed address.
        LD   A,D
        LD   (WORD),DE
        LD   (HL),A
---
        LD   (HL),D
        LD   (WORD),DE
