; holds: writes at SP-256+D, D = board byte
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
        MVI A,0
        ADC H
        MOV H,A
        MVI M,0
        MOV L,D
        MOV H,E
        RET
