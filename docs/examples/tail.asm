        CALL PUTC
        RET
---
        JP   PUTC
