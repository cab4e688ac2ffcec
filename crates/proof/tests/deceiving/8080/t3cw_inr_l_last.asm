; wrong: the last INX H is INR L
;! routine: T3CW
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f3_turn
; Figure 3: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1. The four squares in the
; middle are every second bit of byte 5, which rotates by two.
T3CW:   MOV B,M         ; byte 1
        INX H
        MOV C,M
        MOV M,B         ; 1 to 2
        INX H
        MOV B,M
        MOV M,C         ; 2 to 3
        INX H
        MOV C,M
        MOV M,B
        DCX H
        INR L
        INX H
        MOV A,M         ; the middle
        RLC
        RLC
        MOV M,A
        DCX H
        DCX H
        DCX H
        DCX H
        MOV M,C         ; 4 to 1
        RET
