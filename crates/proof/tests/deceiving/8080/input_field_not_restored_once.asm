; wrong: the input field is left changed if byte 0 is FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board
;! out: HL = board
;! clobbers: A, F, H, L
;! oracle: f2_half
R:      LXI H,BRD
        INR M
        MOV A,M
        JZ S
        DCR M
S:      DCR A
        INX H
        MOV L,M
        MOV H,A
        RET
BRD EQU 3000H
