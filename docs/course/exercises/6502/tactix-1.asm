;! routine: TACTIX1
;! cpu: 6502
;! org: 0200H
;! title: Turns the board of 4 x 4 by a half turn
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (TEMP:4)
;! oracle: f2_half
; Two quarter turns rotate the 16 bits by 8.
TEMP    = $22           ; four bytes for what you like
TACTIX1:
        ; Your instructions come here.
        RTS
