; holds: fourth address swaps nibbles: swapping twice restores the byte
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
;! device: permuter 0D000H
R:      MOV A,H
        STA 0D000H
        LDA 0D003H
        STA 0D000H
        LDA 0D003H
        MOV H,L
        MOV L,A
        RET
