;! routine: TACTIX2
;! cpu: 6502
;! org: 0200H
;! title: Turns the board of 4 x 4 counterclockwise by a quarter turn
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (TEMP:4)
;! oracle: f2_unturn
; A rotation right by 4 bits. The bit that leaves A at the bottom enters X at the top.
TEMP    = $22           ; four bytes for what you like
TACTIX2:
        ; Your instructions come here.
        RTS
