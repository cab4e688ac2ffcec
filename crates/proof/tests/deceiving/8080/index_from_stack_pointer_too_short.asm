; wrong: 255 named bytes: SP's low byte can be FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F, (TEMP:255)
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        MVI H,20H
        MVI M,0
        MOV L,D
        MOV H,E
        RET
TEMP EQU 2000H
