;! routine: TURN
;! cpu: 6502
;! org: 0200H
;! title: Turns a board of 4 by 4 squares by a quarter turn clockwise
;! in: A/X = board
;! out: A/X = board
;! clobbers: Y, P, (TEMP:4)
;! ensures: board = (old(board) << 4 | old(board) >> 12) mod 65536
; In the layout of BYTE's TACTIX a quarter turn rotates the word left by four bits.
TEMP    = $22           ; four bytes for what you like
TURN:
        ; Your instructions come here.
        RTS
