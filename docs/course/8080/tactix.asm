;! routine: TURN
;! cpu: 8080
;! org: 0100H
;! title: Turns a board of 4 x 4 by a quarter turn clockwise
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_turn
TURN:   XRA  A          ; A is 0, in one byte
        DAD  H          ; HL + HL: all bits one place to the left,
        RAL             ; the top one into the carry and from there into A
        DAD  H
        RAL
        DAD  H
        RAL
        DAD  H
        RAL
        ORA  L          ; the four bits of A into the places that are free
        MOV  L,A
        RET
