;! routine: AJUMP
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column, A = side, (FROMR) = from_row, (FROMC) = from_column
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P, (OWN:14), (FROMR), (FROMC)
;! oracle: ataxx_jump
;! bytes: 236
;! cycles: 41-725
;! title: Moves a stone by two squares, with captures
; EOR with the color of a side in all four cells turns the opponent's stones into 11,
; so a byte of neighbors is captured at a time. The distance of the squares must be
; exactly two rows or columns. Carry: illegal, board unchanged.
PTR     EQU  $10        ; the board
OWN     EQU  $12        ; $55 for x, $AA for o: the color in all cells
MAKES   EQU  $13        ; EOR value that turns the stones into 11
FIRST   EQU  $14        ; the window: its first row,
ROWS    EQU  $15        ; its rows,
MASKS   EQU  $16        ; its columns, in the two bytes of a row
MASK    EQU  $18        ; the current one
AT      EQU  $19        ; the byte of the square
CELL    EQU  $1A        ; its mask
TEMP    EQU  $1B
FROM    EQU  $1C        ; the byte the stone comes from
KEEP    EQU  $1D        ; and the bits that stay in it
COL     EQU  $1E
SIDE    EQU  $1F
FROMR   EQU  $20        ; where the stone comes from
FROMC   EQU  $21
0300  85 1F        AJUMP:   STA  SIDE
0302  84 1E                STY  COL
0304  8A                   TXA             ; number of rows
0305  38                   SEC
0306  E5 20                SBC  FROMR
0308  20 62 03             JSR  FAR
030B  B0 53                BCS  NO
030D  85 1B                STA  TEMP
030F  A5 1E                LDA  COL        ; number of columns
0311  38                   SEC
0312  E5 21                SBC  FROMC
0314  20 62 03             JSR  FAR
0317  B0 47                BCS  NO
0319  05 1B                ORA  TEMP
031B  29 02                AND  #2
031D  F0 41                BEQ  NO         ; neither is two
031F  A5 1F                LDA  SIDE
0321  20 6B 03             JSR  WINDOW
0324  D0 3A                BNE  NO         ; not free
0326  A5 19                LDA  AT
0328  48                   PHA
0329  A5 1A                LDA  CELL
032B  48                   PHA
032C  A6 20                LDX  FROMR
032E  A4 21                LDY  FROMC
0330  20 86 03             JSR  SQUARE
0333  45 12                EOR  OWN
0335  25 1A                AND  CELL
0337  AA                   TAX             ; zero: a stone of the side
0338  A5 1A                LDA  CELL
033A  49 FF                EOR  #$FF
033C  85 1D                STA  KEEP
033E  84 1C                STY  FROM
0340  68                   PLA
0341  85 1A                STA  CELL
0343  68                   PLA
0344  85 19                STA  AT
0346  8A                   TXA
0347  D0 17                BNE  NO
0349  20 9A 03             JSR  TAKE
034C  A4 1C                LDY  FROM
034E  B1 10                LDA  (PTR),Y
0350  25 1D                AND  KEEP
0352  91 10                STA  (PTR),Y
0354  A4 19                LDY  AT
0356  A5 12                LDA  OWN
0358  25 1A                AND  CELL
035A  11 10                ORA  (PTR),Y
035C  91 10                STA  (PTR),Y
035E  18                   CLC
035F  60                   RTS
0360  38           NO:      SEC
0361  60                   RTS
; A = absolute value of A; carry if it is above 2.
0362  B0 04        FAR:     BCS  FAR1       ; SBC left a borrow below 0
0364  49 FF                EOR  #$FF
0366  69 01                ADC  #1
0368  C9 03        FAR1:    CMP  #3
036A  60                   RTS
; Computes the window: the rows around the square, and its columns as a mask.
036B  38           WINDOW:  SEC
036C  E9 01                SBC  #1
036E  49 AA                EOR  #$AA
0370  85 12                STA  OWN
0372  BD DE 03             LDA  ROW1,X
0375  85 14                STA  FIRST
0377  BD E5 03             LDA  HEIGHT,X
037A  85 15                STA  ROWS
037C  B9 D0 03             LDA  EVEN,Y
037F  85 16                STA  MASKS
0381  B9 D7 03             LDA  ODD,Y
0384  85 17                STA  MASKS+1
; Returns the byte and mask of a square (row X, column Y), and its cell in place.
0386  C0 04        SQUARE:  CPY  #4         ; carry from column 4 on
0388  8A                   TXA
0389  2A                   ROL             ; 2 * row + carry
038A  85 19                STA  AT
038C  98                   TYA
038D  29 03                AND  #3
038F  A8                   TAY
0390  B9 CC 03             LDA  CELLS,Y
0393  85 1A                STA  CELL
0395  A4 19                LDY  AT
0397  31 10                AND  (PTR),Y
0399  60                   RTS
; Captures the opponent's stones in the window, half the columns at a time.
039A  A5 12        TAKE:    LDA  OWN
039C  85 13                STA  MAKES
039E  A4 14                LDY  FIRST
03A0  A5 16                LDA  MASKS
03A2  20 AA 03             JSR  HALF
03A5  A4 14                LDY  FIRST
03A7  C8                   INY
03A8  A5 17                LDA  MASKS+1
03AA  85 18        HALF:    STA  MASK
03AC  A6 15                LDX  ROWS
03AE  20 C0 03     HALF1:   JSR  PAIRS
03B1  85 1B                STA  TEMP
03B3  0A                   ASL
03B4  05 1B                ORA  TEMP       ; both bits change
03B6  51 10                EOR  (PTR),Y
03B8  91 10                STA  (PTR),Y
03BA  C8                   INY
03BB  C8                   INY
03BC  CA                   DEX
03BD  D0 EF                BNE  HALF1
03BF  60                   RTS
; Marks with 01 the cells in MASK that EOR with MAKES turns into 11.
03C0  B1 10        PAIRS:   LDA  (PTR),Y
03C2  45 13                EOR  MAKES
03C4  85 1B                STA  TEMP
03C6  4A                   LSR
03C7  25 1B                AND  TEMP
03C9  25 18                AND  MASK
03CB  60                   RTS
03CC  03 0C 30 C0  CELLS:   DB   $03,$0C,$30,$C0
; The columns before, at and after each column, in the two bytes of a row.
03D0  05 15 54 50  EVEN:    DB   $05,$15,$54,$50,$40,$00,$00
03D4  40 00 00
03D7  00 00 00 01  ODD:     DB   $00,$00,$00,$01,$05,$15,$14
03DB  05 15 14
; The rows before, at and after each row: the first as an offset, and the number.
03DE  00 00 02 04  ROW1:    DB   0,0,2,4,6,8,10
03E2  06 08 0A
03E5  02 03 03 03  HEIGHT:  DB   2,3,3,3,3,3,2
03E9  03 03 02
