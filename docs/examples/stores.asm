; Two stores through pointers, in the other order.
        LD   (HL),B
        LD   A,C
        LD   (DE),A
---
        LD   A,C
        LD   (DE),A
        LD   (HL),B
