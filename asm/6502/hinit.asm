;! routine: HINIT
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (SQUARE), (COLOUR), (PIECE)
;! oracle: halma_init
;! bytes: 131
;! cycles: 6151-6222
;! title: board_init: puts Halma's 38 pieces in their camps
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Black's camp is
; White's after a half turn: 255 - square.
PTR     EQU $10         ; the board
SQUARE  EQU $12
COLOUR  EQU $13
PIECE   EQU $14
0300  A0 3F        HINIT:  LDY #63
0302  A9 00                LDA #0
0304  91 10        HCLEAR: STA (PTR),Y     ; both sets empty
0306  88                   DEY
0307  10 FB                BPL HCLEAR
0309  A9 12                LDA #18         ; the last piece
030B  85 14                STA PIECE
030D  A4 14        HNEXT:  LDY PIECE
030F  B9 28 03             LDA HCAMP,Y
0312  A2 00                LDX #0          ; White
0314  20 3B 03             JSR HADD
0317  A4 14                LDY PIECE
0319  B9 28 03             LDA HCAMP,Y
031C  49 FF                EOR #$FF        ; 255 - square
031E  A2 01                LDX #1          ; Black
0320  20 3B 03             JSR HADD
0323  C6 14                DEC PIECE
0325  10 E6                BPL HNEXT
0327  60                   RTS
0328  00 01 02 03  HCAMP:  DB 0,1,2,3,4,16,17,18,19,20,32,33,34,35,48,49,50,64,65
032C  04 10 11 12 13 14 20 21
0334  22 23 30 31 32 40 41
; add_piece: puts piece Y of color X on square A.
033B  85 12        HADD:   STA SQUARE
033D  86 13                STX COLOUR
033F  20 63 03             JSR HSLOT
0342  A5 12                LDA SQUARE
0344  91 10                STA (PTR),Y     ; the list
0346  20 6E 03             JSR HBIT
0349  48                   PHA
034A  11 10                ORA (PTR),Y
034C  91 10                STA (PTR),Y     ; occupied
034E  98                   TYA
034F  09 20                ORA #32         ; the same byte of color
0351  A8                   TAY
0352  68                   PLA
0353  A6 13                LDX COLOUR
0355  D0 07                BNE HBLACK
0357  49 FF                EOR #$FF        ; White: clear the bit
0359  31 10                AND (PTR),Y
035B  91 10                STA (PTR),Y
035D  60                   RTS
035E  11 10        HBLACK: ORA (PTR),Y
0360  91 10                STA (PTR),Y
0362  60                   RTS
; Y = offset of the list entry for piece Y of color X.
0363  18           HSLOT:  CLC
0364  98                   TYA
0365  CA                   DEX
0366  D0 02                BNE HLIST
0368  69 13                ADC #19         ; Black
036A  69 40        HLIST:  ADC #64
036C  A8                   TAY
036D  60                   RTS
; Y = offset of the byte with element A, A = mask of its bit.
036E  48           HBIT:   PHA
036F  4A                   LSR
0370  4A                   LSR
0371  4A                   LSR
0372  A8                   TAY             ; element div 8
0373  68                   PLA
0374  29 07                AND #7
0376  AA                   TAX
0377  BD 7B 03             LDA BITS,X
037A  60                   RTS
037B  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
037F  10 20 40 80
