;! routine: RTURN
;! cpu: 6502
;! org: $0300
;! in: A = position, (PTR) -> board
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P
;! oracle: rotate_turn
;! bytes: 45
;! cycles: 11-101
;! title: ROTATE's regular move: turns a group clockwise
; Positions are 1 to 16, left to right and top to bottom. The group with upper left
; position p turns: p to p+1, p+1 to p+5, p+5 to p+4, p+4 to p. No group begins in the
; bottom row or last column: carry, and the board is unchanged.
PTR     EQU $10
0300  C9 0C        RTURN:  CMP #12
0302  B0 28                BCS RNO         ; the bottom row
0304  A8                   TAY             ; position 1 is byte 0, so Y is p+1
0305  29 03                AND #3
0307  F0 22                BEQ RCOL        ; 4, 8 and 0
0309  B1 10                LDA (PTR),Y     ; upper right
030B  AA                   TAX
030C  88                   DEY
030D  B1 10                LDA (PTR),Y     ; upper left
030F  C8                   INY
0310  91 10                STA (PTR),Y     ; moves right
0312  C8                   INY
0313  C8                   INY
0314  C8                   INY
0315  C8                   INY
0316  B1 10                LDA (PTR),Y     ; lower right
0318  48                   PHA
0319  8A                   TXA
031A  91 10                STA (PTR),Y     ; upper right moves down
031C  88                   DEY
031D  B1 10                LDA (PTR),Y     ; lower left
031F  AA                   TAX
0320  68                   PLA
0321  91 10                STA (PTR),Y     ; lower right moves left
0323  88                   DEY
0324  88                   DEY
0325  88                   DEY
0326  88                   DEY
0327  8A                   TXA
0328  91 10                STA (PTR),Y     ; lower left moves up
032A  60                   RTS             ; the carry is clear since CMP
032B  38           RCOL:   SEC
032C  60           RNO:    RTS
