; wrong: index added to the low byte only
;! routine: RTURN
;! cpu: 8080
;! org: 0100H
;! in: A = position, HL -> board
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, D, E, F
;! oracle: rotate_turn
; Positions are 1 to 16, left to right and top to bottom. The group with upper left
; position p turns: p to p+1, p+1 to p+5, p+5 to p+4, p+4 to p. No group begins in the
; bottom row or last column: carry, and the board is unchanged.
RTURN:  CPI 12          ; 1 to 11: carry
        CMC
        RC
        MOV C,A
        ANI 3           ; 4, 8 and 0
        STC
        RZ
        PUSH H
        MVI B,0
        MOV A,L
        ADD C
        MOV L,A           ; position 1 is byte 0, so this is p+1
        MOV B,M         ; B = upper right
        DCX H
        MOV A,M         ; upper left
        INX H
        MOV M,A         ; moves right
        LXI D,4
        DAD D
        MOV A,M         ; lower right
        MOV M,B         ; upper right moves down
        DCX H
        MOV B,M         ; B = lower left
        MOV M,A         ; lower right moves left
        LXI D,-4
        DAD D
        MOV M,B         ; lower left moves up
        POP H
        ORA A           ; no carry: done
        RET
