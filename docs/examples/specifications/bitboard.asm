;! routine: EAST
;! cpu: 6502
;! org: 0200H
;! title: Shifts a bitboard of eight rows by one column
;! in: (BOARD:8) = board
;! out: (BOARD:8) = board
;! clobbers: X, P
;! ensures: all(i in 0..8: board[i] = old(board)[i] << 1 & 255)
;! cycles: 95
BOARD   = $20
EAST:   LDX  #7
NEXT:   ASL  BOARD,X
        DEX
        BPL  NEXT
        RTS
