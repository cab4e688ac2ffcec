;! routine: HADD
;! cpu: 6502
;! org: $0300
;! in: A = square, X = color, Y = piece, (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (SQUARE), (COLOUR)
;! oracle: halma_add
;! bytes: 72
;! cycles: 123-125
;! title: add_piece: puts a Halma piece on the board
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Color 0 is White, 1
; Black; pieces are 0 to 18.
PTR     EQU $10         ; the board
SQUARE  EQU $12
COLOUR  EQU $13
0300  85 12        HADD:   STA SQUARE
0302  86 13                STX COLOUR
0304  20 28 03             JSR HSLOT
0307  A5 12                LDA SQUARE
0309  91 10                STA (PTR),Y     ; the list
030B  20 33 03             JSR HBIT
030E  48                   PHA
030F  11 10                ORA (PTR),Y
0311  91 10                STA (PTR),Y     ; occupied
0313  98                   TYA
0314  09 20                ORA #32         ; the same byte of color
0316  A8                   TAY
0317  68                   PLA
0318  A6 13                LDX COLOUR
031A  D0 07                BNE HBLACK
031C  49 FF                EOR #$FF        ; White: clear the bit
031E  31 10                AND (PTR),Y
0320  91 10                STA (PTR),Y
0322  60                   RTS
0323  11 10        HBLACK: ORA (PTR),Y
0325  91 10                STA (PTR),Y
0327  60                   RTS
; Y = offset of the list entry for piece Y of color X.
0328  18           HSLOT:  CLC
0329  98                   TYA
032A  CA                   DEX
032B  D0 02                BNE HLIST
032D  69 13                ADC #19         ; Black
032F  69 40        HLIST:  ADC #64
0331  A8                   TAY
0332  60                   RTS
; Y = offset of the byte with element A, A = mask of its bit.
0333  48           HBIT:   PHA
0334  4A                   LSR
0335  4A                   LSR
0336  4A                   LSR
0337  A8                   TAY             ; element div 8
0338  68                   PLA
0339  29 07                AND #7
033B  AA                   TAX
033C  BD 40 03             LDA BITS,X
033F  60                   RTS
0340  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0344  10 20 40 80
