; holds: the pointer is the operand of LXI H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (PT) -> board
;! out: (PT) -> board
;! clobbers: A, B, H, L
;! oracle: f2_half
R:      LXI H,0
PT EQU $-2
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
