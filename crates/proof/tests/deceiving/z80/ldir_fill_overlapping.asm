; holds: LDIR onto itself clears the board, then the table is copied over it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F, BC, DE
;! oracle: halma_init
GO:     PUSH HL
        LD D,H
        LD E,L
        INC DE
        LD (HL),0
        LD BC,101
        LDIR
        POP DE
        PUSH DE
        LD HL,TAB
        LD BC,102
        LDIR
        POP HL
        RET
TAB:    DB 31,0,31,0,15,0,7,0,3,0,0,0,0,0,0,0,0
        DB 0,0,0,0,0,0,192,0,224,0,240,0,248,0,248,0,0
        DB 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
        DB 0,0,0,0,192,0,224,0,240,0,248,0,248,0,1,2,3
        DB 4,16,17,18,19,20,32,33,34,35,48,49,50,64,65,255,254
        DB 253,252,251,239,238,237,236,235,223,222,221,220,207,206,205,191,190
