; wrong: writes at SP-256+D without the carry: another page for some SP
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,-256
        DAD SP
        MOV A,L
        ADD D
        MOV L,A
        MVI M,0
        MOV L,D
        MOV H,E
        RET
