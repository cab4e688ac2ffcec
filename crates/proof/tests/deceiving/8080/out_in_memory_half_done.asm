; wrong: output field in memory: byte 1 is not written if it is equal to 80H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board
;! out: (BRD) = board
;! clobbers: A, F, H, L
;! oracle: f2_half
R:      LHLD BRD
        MOV A,H
        STA BRD
        MOV A,L
        CPI 80H
        RZ
        STA BRD+1
        RET
BRD EQU 3000H
