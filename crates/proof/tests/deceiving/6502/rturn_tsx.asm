; wrong: TSX destroys X, which holds the lower left letter
;! routine: RTURN
;! cpu: 6502
;! org: $0300
;! in: A = position, (PTR) -> board
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P
;! oracle: rotate_turn
; Positions are 1 to 16, left to right and top to bottom. The group with upper left
; position p turns: p to p+1, p+1 to p+5, p+5 to p+4, p+4 to p. No group begins in the
; bottom row or last column: carry, and the board is unchanged.
PTR     EQU $10
RTURN:  CMP #12
        BCS RNO         ; the bottom row
        TAY             ; position 1 is byte 0, so Y is p+1
        AND #3
        BEQ RCOL        ; 4, 8 and 0
        LDA (PTR),Y     ; upper right
        TAX
        DEY
        LDA (PTR),Y     ; upper left
        INY
        STA (PTR),Y     ; moves right
        INY
        INY
        INY
        INY
        LDA (PTR),Y     ; lower right
        PHA
        TXA
        STA (PTR),Y     ; upper right moves down
        DEY
        LDA (PTR),Y     ; lower left
        TAX
        TSX
        LDA $0101,X
        INX
        TXS
        STA (PTR),Y     ; lower right moves left
        DEY
        DEY
        DEY
        DEY
        TXA
        STA (PTR),Y     ; lower left moves up
        RTS             ; the carry is clear since CMP
RCOL:   SEC
RNO:    RTS
