;! routine: HKHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (ROW), (COLUMN), (FROMR), (FROMC), (DIR), (LENGTH)
;! oracle: halma_kangaroo
;! bytes: 210
;! cycles: 2044-348920     the maximum is an upper bound
;! title: Finds the squares that a piece can reach by hops in Kangaroo Halma
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. Flood fill: every square reached is pushed until its own hops are
; explored. A hop has the same length before and after the piece; all other squares
; are empty.
PTR     EQU $10
ROW     EQU $12         ; a square on the path
COLUMN  EQU $13
FROMR   EQU $14         ; the current square
FROMC   EQU $15
DIR     EQU $16         ; the direction
LENGTH  EQU $17         ; of half a hop
OCC     EQU $8000       ; the occupied squares without the hopping piece
REACH   EQU $8020       ; where it can land
0300  48           HKHOPS: PHA
0301  29 0F                AND #15
0303  85 13                STA COLUMN
0305  68                   PLA
0306  4A                   LSR
0307  4A                   LSR
0308  4A                   LSR
0309  4A                   LSR
030A  85 12                STA ROW
030C  A0 1F                LDY #31
030E  B1 10        HCOPY:  LDA (PTR),Y
0310  99 00 80             STA OCC,Y
0313  A9 00                LDA #0
0315  99 20 80             STA REACH,Y
0318  88                   DEY
0319  10 F3                BPL HCOPY
031B  20 A6 03             JSR HBIT
031E  B9 CA 03             LDA BITS,Y
0321  9D 20 80             STA REACH,X     ; excluded from the search
0324  49 FF                EOR #$FF
0326  3D 00 80             AND OCC,X
0329  9D 00 80             STA OCC,X       ; lifted: its square is empty
032C  8A                   TXA
032D  48                   PHA
032E  98                   TYA
032F  48                   PHA             ; its byte and bit, cleared at the end
0330  A9 FF                LDA #$FF
0332  48                   PHA             ; end marker
0333  A5 13                LDA COLUMN
0335  85 15                STA FROMC
0337  A5 12                LDA ROW
0339  85 14        HFROM:  STA FROMR
033B  A9 07                LDA #7
033D  85 16                STA DIR
033F  A5 14        HDIR:   LDA FROMR
0341  85 12                STA ROW
0343  A5 15                LDA FROMC
0345  85 13                STA COLUMN
0347  A9 00                LDA #0
0349  85 17                STA LENGTH
034B  E6 17        HLEAP:  INC LENGTH
034D  20 8E 03             JSR HGO
0350  F0 F9                BEQ HLEAP       ; up to the first piece, or the border
0352  20 8E 03     HLAND:  JSR HGO
0355  D0 1B                BNE HNONE       ; no room to land
0357  C6 17                DEC LENGTH
0359  D0 F7                BNE HLAND       ; the same length again
035B  BD 20 80             LDA REACH,X
035E  39 CA 03             AND BITS,Y
0361  D0 0F                BNE HNONE       ; already reached
0363  BD 20 80             LDA REACH,X
0366  19 CA 03             ORA BITS,Y
0369  9D 20 80             STA REACH,X
036C  A5 13                LDA COLUMN
036E  48                   PHA             ; push it
036F  A5 12                LDA ROW
0371  48                   PHA
0372  C6 16        HNONE:  DEC DIR
0374  10 C9                BPL HDIR
0376  68                   PLA             ; all directions done
0377  30 07                BMI HDONE
0379  AA                   TAX
037A  68                   PLA
037B  85 15                STA FROMC
037D  8A                   TXA
037E  10 B9                BPL HFROM
0380  68           HDONE:  PLA
0381  A8                   TAY
0382  68                   PLA
0383  AA                   TAX
0384  BD 20 80             LDA REACH,X
0387  59 CA 03             EOR BITS,Y
038A  9D 20 80             STA REACH,X     ; the starting square is not a move
038D  60                   RTS
; Moves one step. Z if that square is on the board and empty.
038E  A6 16        HGO:    LDX DIR
0390  A5 12                LDA ROW
0392  18                   CLC
0393  7D BA 03             ADC ROWS,X
0396  85 12                STA ROW
0398  A5 13                LDA COLUMN
039A  18                   CLC
039B  7D C2 03             ADC COLS,X
039E  85 13                STA COLUMN
03A0  05 12                ORA ROW
03A2  29 F0                AND #$F0        ; below 0 or above 15
03A4  D0 13                BNE HGONE
; X = byte offset of ROW and COLUMN, Y = bit number; Z if the square is empty.
03A6  A5 13        HBIT:   LDA COLUMN
03A8  29 07                AND #7
03AA  A8                   TAY
03AB  A5 13                LDA COLUMN
03AD  C9 08                CMP #8          ; carry: right half of the row
03AF  A5 12                LDA ROW
03B1  2A                   ROL             ; 2 x row + half
03B2  AA                   TAX
03B3  BD 00 80             LDA OCC,X
03B6  39 CA 03             AND BITS,Y
03B9  60           HGONE:  RTS
03BA  FF FF FF 00  ROWS:   DB -1,-1,-1,0,0,1,1,1
03BE  00 01 01 01
03C2  FF 00 01 FF  COLS:   DB -1,0,1,-1,1,-1,0,1
03C6  01 FF 00 01
03CA  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
03CE  10 20 40 80
