;! routine: HMAKE
;! cpu: 6502
;! org: $0300
;! in: A = destination, X = color, Y = piece, (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (SQUARE), (COLOUR), (PIECE), (OTHERS)
;! oracle: halma_make
;! bytes: 110
;! cycles: 242-248
;! title: Makes a Halma move in all three structures
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Clears the bit of the
; origin in both sets, then adds the piece to the destination.
PTR     EQU $10         ; the board
SQUARE  EQU $12
COLOUR  EQU $13
PIECE   EQU $14
OTHERS  EQU $15         ; all bits except one
0300  85 12        HMAKE:  STA SQUARE
0302  86 13                STX COLOUR
0304  84 14                STY PIECE
0306  20 4E 03             JSR HSLOT
0309  B1 10                LDA (PTR),Y     ; its square
030B  20 59 03             JSR HBIT
030E  49 FF                EOR #$FF
0310  85 15                STA OTHERS
0312  31 10                AND (PTR),Y
0314  91 10                STA (PTR),Y     ; not occupied
0316  98                   TYA
0317  09 20                ORA #32
0319  A8                   TAY
031A  A5 15                LDA OTHERS
031C  31 10                AND (PTR),Y
031E  91 10                STA (PTR),Y     ; not black
0320  A4 14                LDY PIECE
0322  A6 13                LDX COLOUR
0324  A5 12                LDA SQUARE
; Falls through to add_piece.
0326  85 12        HADD:   STA SQUARE
0328  86 13                STX COLOUR
032A  20 4E 03             JSR HSLOT
032D  A5 12                LDA SQUARE
032F  91 10                STA (PTR),Y     ; the list
0331  20 59 03             JSR HBIT
0334  48                   PHA
0335  11 10                ORA (PTR),Y
0337  91 10                STA (PTR),Y     ; occupied
0339  98                   TYA
033A  09 20                ORA #32         ; the same byte of color
033C  A8                   TAY
033D  68                   PLA
033E  A6 13                LDX COLOUR
0340  D0 07                BNE HBLACK
0342  49 FF                EOR #$FF        ; White: clear the bit
0344  31 10                AND (PTR),Y
0346  91 10                STA (PTR),Y
0348  60                   RTS
0349  11 10        HBLACK: ORA (PTR),Y
034B  91 10                STA (PTR),Y
034D  60                   RTS
; Y = offset of the list entry for piece Y of color X.
034E  18           HSLOT:  CLC
034F  98                   TYA
0350  CA                   DEX
0351  D0 02                BNE HLIST
0353  69 13                ADC #19         ; Black
0355  69 40        HLIST:  ADC #64
0357  A8                   TAY
0358  60                   RTS
; Y = offset of the byte with element A, A = mask of its bit.
0359  48           HBIT:   PHA
035A  4A                   LSR
035B  4A                   LSR
035C  4A                   LSR
035D  A8                   TAY             ; element div 8
035E  68                   PLA
035F  29 07                AND #7
0361  AA                   TAX
0362  BD 66 03             LDA BITS,X
0365  60                   RTS
0366  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
036A  10 20 40 80
