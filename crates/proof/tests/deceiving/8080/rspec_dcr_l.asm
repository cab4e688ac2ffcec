; wrong: DCR L in place of DCX H
;! routine: RSPEC
;! cpu: 8080
;! org: 0100H
;! in: A = position, HL -> board
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, F
;! oracle: rotate_special
; Positions are 1 to 16. A letter in the last column has no right neighbor: carry, and
; the board is unchanged.
RSPEC:  CPI 16          ; 1 to 15: carry
        CMC
        RC
        MOV C,A
        ANI 3           ; 4, 8, 12 and 0
        STC
        RZ
        PUSH H
        MVI B,0
        DAD B           ; position 1 is byte 0, so this is the neighbor
        MOV B,M
        DCR L
        MOV A,M
        MOV M,B
        INX H
        MOV M,A
        POP H
        ORA A           ; no carry: done
        RET
