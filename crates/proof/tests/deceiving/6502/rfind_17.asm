; wrong: a 17th letter beyond the board is found
;! routine: RFIND
;! cpu: 6502
;! org: $0300
;! in: A = letter, (PTR) -> board
;! out: A = position, C = missing
;! clobbers: Y, P
;! oracle: rotate_find
; Returns the first position, 1 to 16, of the letter; 0 and carry if there is none.
PTR     EQU $10
RFIND:  LDY #0
RLOOK:  CMP (PTR),Y
        BEQ RFOUND
        INY
        CPY #17
        BNE RLOOK
        LDA #0
        RTS             ; the carry is set since CPY
RFOUND: INY             ; byte 0 is position 1
        TYA
        CLC
        RTS
