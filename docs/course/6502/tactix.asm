;! routine: TURN
;! cpu: 6502
;! org: 0200H
;! title: Turns a board of 4 x 4 by a quarter turn clockwise
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (UPPER)
;! oracle: f2_turn
UPPER   = $22
TURN:   STX  UPPER
        LDY  #4         ; four places
NEXT:   ASL  A          ; the low byte to the left, its top bit into the carry
        ROL  UPPER      ; from there into the high byte; its top bit comes out,
        ADC  #0         ; and enters the low byte at the bottom
        DEY
        BNE  NEXT
        LDX  UPPER
        RTS
