;! routine: RSPEC
;! cpu: 6502
;! org: $0300
;! in: A = position, (PTR) -> board
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P
;! oracle: rotate_special
;! bytes: 25
;! cycles: 11-50
;! title: ROTATE's special move: exchanges a letter with its right neighbor
; Positions are 1 to 16. A letter in the last column has no right neighbor: carry, and
; the board is unchanged.
PTR     EQU $10
0300  C9 10        RSPEC:  CMP #16
0302  B0 14                BCS RNO
0304  A8                   TAY             ; position 1 is byte 0, so Y is the neighbor
0305  29 03                AND #3
0307  F0 0E                BEQ RCOL        ; 4, 8, 12 and 0
0309  B1 10                LDA (PTR),Y
030B  AA                   TAX
030C  88                   DEY
030D  B1 10                LDA (PTR),Y
030F  C8                   INY
0310  91 10                STA (PTR),Y
0312  88                   DEY
0313  8A                   TXA
0314  91 10                STA (PTR),Y
0316  60                   RTS             ; the carry is clear since CMP
0317  38           RCOL:   SEC
0318  60           RNO:    RTS
