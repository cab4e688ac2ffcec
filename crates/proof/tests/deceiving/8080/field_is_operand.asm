; holds: the input field is the operand of LXI
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (F0) = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      LXI H,0
F0 EQU $-2
        MOV A,H
        MOV H,L
        MOV L,A
        RET
