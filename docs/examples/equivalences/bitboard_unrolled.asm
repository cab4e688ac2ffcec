;! routine: EAST
;! cpu: 6502
;! org: 0200H
;! title: The shift of a bitboard without a loop
;! in: (BOARD:8) = board
;! out: (BOARD:8) = board
;! clobbers: P
;! same-as: ../specifications/bitboard.asm
;! cycles: 46
BOARD   = $20
EAST:   ASL  BOARD
        ASL  BOARD+1
        ASL  BOARD+2
        ASL  BOARD+3
        ASL  BOARD+4
        ASL  BOARD+5
        ASL  BOARD+6
        ASL  BOARD+7
        RTS
