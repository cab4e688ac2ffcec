;! routine: HTEST
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> board
;! out: A = content
;! clobbers: X, Y, P
;! oracle: halma_test
;! bytes: 45
;! cycles: 49-70
;! title: Returns the content of a square: 0 empty, 1 White, 2 Black
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's.
PTR     EQU $10         ; the board
0300  20 18 03     HTEST:  JSR HBIT
0303  31 10                AND (PTR),Y
0305  F0 10                BEQ HDONE       ; empty: A = 0
0307  98                   TYA
0308  09 20                ORA #32         ; the same byte of color
030A  A8                   TAY
030B  BD 25 03             LDA BITS,X
030E  31 10                AND (PTR),Y
0310  F0 03                BEQ HWHITE
0312  A9 02                LDA #2
0314  60                   RTS
0315  A9 01        HWHITE: LDA #1
0317  60           HDONE:  RTS
; Y = offset of the byte with element A, A = mask of its bit.
0318  48           HBIT:   PHA
0319  4A                   LSR
031A  4A                   LSR
031B  4A                   LSR
031C  A8                   TAY             ; element div 8
031D  68                   PLA
031E  29 07                AND #7
0320  AA                   TAX
0321  BD 25 03             LDA BITS,X
0324  60                   RTS
0325  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0329  10 20 40 80
