; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B, C, D, E
;! oracle: f2_half
; one of four execution paths, selected by the lowest bits of L
R:      MOV  A,L
        ANI  3
        ADD  A
        MOV  E,A
        MVI  D,0
        MOV  B,H
        MOV  C,L
        LXI  H,TABLE
        DAD  D
        MOV  E,M
        INX  H
        MOV  D,M
        XCHG
        PCHL
TABLE:  DW   PATH0,PATH1,PATH2,PATH1
PATH2:   NOP
PATH1:   MOV  H,C
        MOV  L,B
        RET
PATH0:   MOV  L,B
        MOV  H,C
        RET
