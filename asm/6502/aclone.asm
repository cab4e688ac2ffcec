;! routine: ACLONE
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column, A = side
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P, (OWN:10)
;! oracle: ataxx_clone
;! bytes: 191
;! cycles: 90-842
;! title: Clones a stone, with captures
; EOR with the color of a side in all four cells turns the opponent's stones into 11;
; EOR with the opponent's color does so for its own. So a byte of neighbors is tested
; and captured at a time. Carry: illegal, board unchanged.
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
0300  20 3E 03     ACLONE:  JSR  WINDOW
0303  D0 1A                BNE  NO         ; not free
0305  A5 12                LDA  OWN
0307  49 FF                EOR  #$FF
0309  85 13                STA  MAKES      ; turns its stones into 11
030B  20 21 03             JSR  LOOK
030E  F0 0F                BEQ  NO         ; no adjacent stone
0310  20 6D 03             JSR  TAKE
0313  A5 12                LDA  OWN
0315  25 1A                AND  CELL
0317  A4 19                LDY  AT
0319  11 10                ORA  (PTR),Y
031B  91 10                STA  (PTR),Y
031D  18                   CLC
031E  60                   RTS
031F  38           NO:      SEC
0320  60                   RTS
; Tests for a stone in the window. NZ if there is one.
0321  A4 14        LOOK:    LDY  FIRST
0323  A5 16                LDA  MASKS
0325  20 2F 03             JSR  LOOK1
0328  D0 13                BNE  FOUND
032A  A4 14                LDY  FIRST
032C  C8                   INY
032D  A5 17                LDA  MASKS+1
032F  85 18        LOOK1:   STA  MASK
0331  A6 15                LDX  ROWS
0333  20 93 03     LOOK2:   JSR  PAIRS
0336  D0 05                BNE  FOUND
0338  C8                   INY
0339  C8                   INY
033A  CA                   DEX
033B  D0 F6                BNE  LOOK2
033D  60           FOUND:   RTS
; Computes the window: the rows around the square, and its columns as a mask.
033E  38           WINDOW:  SEC
033F  E9 01                SBC  #1
0341  49 AA                EOR  #$AA
0343  85 12                STA  OWN
0345  BD B1 03             LDA  ROW1,X
0348  85 14                STA  FIRST
034A  BD B8 03             LDA  HEIGHT,X
034D  85 15                STA  ROWS
034F  B9 A3 03             LDA  EVEN,Y
0352  85 16                STA  MASKS
0354  B9 AA 03             LDA  ODD,Y
0357  85 17                STA  MASKS+1
; Returns the byte and mask of a square (row X, column Y), and its cell in place.
0359  C0 04        SQUARE:  CPY  #4         ; carry from column 4 on
035B  8A                   TXA
035C  2A                   ROL             ; 2 * row + carry
035D  85 19                STA  AT
035F  98                   TYA
0360  29 03                AND  #3
0362  A8                   TAY
0363  B9 9F 03             LDA  CELLS,Y
0366  85 1A                STA  CELL
0368  A4 19                LDY  AT
036A  31 10                AND  (PTR),Y
036C  60                   RTS
; Captures the opponent's stones in the window, half the columns at a time.
036D  A5 12        TAKE:    LDA  OWN
036F  85 13                STA  MAKES
0371  A4 14                LDY  FIRST
0373  A5 16                LDA  MASKS
0375  20 7D 03             JSR  HALF
0378  A4 14                LDY  FIRST
037A  C8                   INY
037B  A5 17                LDA  MASKS+1
037D  85 18        HALF:    STA  MASK
037F  A6 15                LDX  ROWS
0381  20 93 03     HALF1:   JSR  PAIRS
0384  85 1B                STA  TEMP
0386  0A                   ASL
0387  05 1B                ORA  TEMP       ; both bits change
0389  51 10                EOR  (PTR),Y
038B  91 10                STA  (PTR),Y
038D  C8                   INY
038E  C8                   INY
038F  CA                   DEX
0390  D0 EF                BNE  HALF1
0392  60                   RTS
; Marks with 01 the cells in MASK that EOR with MAKES turns into 11.
0393  B1 10        PAIRS:   LDA  (PTR),Y
0395  45 13                EOR  MAKES
0397  85 1B                STA  TEMP
0399  4A                   LSR
039A  25 1B                AND  TEMP
039C  25 18                AND  MASK
039E  60                   RTS
039F  03 0C 30 C0  CELLS:   DB   $03,$0C,$30,$C0
; The columns before, at and after each column, in the two bytes of a row.
03A3  05 15 54 50  EVEN:    DB   $05,$15,$54,$50,$40,$00,$00
03A7  40 00 00
03AA  00 00 00 01  ODD:     DB   $00,$00,$00,$01,$05,$15,$14
03AE  05 15 14
; The rows before, at and after each row: the first as an offset, and the number.
03B1  00 00 02 04  ROW1:    DB   0,0,2,4,6,8,10
03B5  06 08 0A
03B8  02 03 03 03  HEIGHT:  DB   2,3,3,3,3,3,2
03BC  03 03 02
