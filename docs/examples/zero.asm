        LD   A,0
---
        XOR  A
