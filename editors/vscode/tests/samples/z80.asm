        CPU z80
COUNT   EQU 0FFH
LOOP:   LD A,(IX+12)
        EX AF,AF'
.next   DJNZ .next
        DB "it's",'A',%1010,$1F
BEAD    LD HL,#0x10
        SLL.CB37 A
        nop
