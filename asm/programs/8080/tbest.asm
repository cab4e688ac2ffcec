;! routine: TBEST
;! cpu: 8080
;! org: 0100H
;! in: HL = board, DE -> outcomes
;! out: A = number, HL = board, DE -> outcomes, CY = none
;! clobbers: B, C, F
;! title: Chooses a move on the 4x4 board by a table of outcomes
; Returns the first move after which the opponent loses, by the table of TSOLVE. If
; there is none, the first legal move; on the empty board 255 and carry.
TBEST:  LXI B,0FF00H    ; B = the first legal move, C = the move to be tried
TTRY:   PUSH H
        PUSH D
        PUSH B
        MOV A,C
        CALL TTAKE
        POP B
        POP D
        JC TNEXT        ; not legal
        PUSH D
        XCHG            ; HL -> outcomes, DE = what the move leaves
        CALL TBIT
        ANA M
        POP D
        JZ TFOUND       ; the opponent loses; no carry
        MOV A,B
        INR A
        JNZ TNEXT
        MOV B,C
TNEXT:  POP H
        INR C
        MOV A,C
        CPI 64
        JNZ TTRY
        MOV A,B
        CPI 255         ; carry if there is a move
        CMC
        RET
TFOUND: POP H
        MOV A,C
        RET
        INCLUDE "tbit.asm"
        INCLUDE "../../8080/ttake.asm"
