; wrong: SP in named scratch memory of 4 bytes, three calls deep
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, (SAVE:2), (LOW1:4)
;! oracle: f2_half
SAVE EQU 2000H
LOW1 EQU 2010H
GO:     LD (SAVE),SP
        LD SP,LOW1+4
        CALL S
        LD SP,(SAVE)
        RET
S:      CALL T
        RET
T:      CALL U
        RET
U:      LD A,H
        LD H,L
        LD L,A
        RET
