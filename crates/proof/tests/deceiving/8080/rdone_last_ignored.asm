; wrong: the last letter is not compared
;! routine: RDONE
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: Z = solved
;! clobbers: A, F
;! oracle: rotate_solved
; Z if the sixteen bytes are the letters A to P in order.
RDONE:  PUSH H
        MVI A,'A'
RNEXT:  CMP M
        JNZ ROUT
        INX H
        INR A
        CPI 'P'
        JNZ RNEXT
ROUT:   POP H
        RET
