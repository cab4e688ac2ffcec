;! routine: HHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (ROW), (COLUMN), (FROMR), (FROMC), (DIR)
;! oracle: halma_hops
;! bytes: 200
;! cycles: 1624-92238
;! title: Finds the squares that a Halma piece can reach by hops
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. Flood fill: every square reached is pushed until its own hops are
; explored.
PTR     EQU $10
ROW     EQU $12         ; a square on the path
COLUMN  EQU $13
FROMR   EQU $14         ; the current square
FROMC   EQU $15
DIR     EQU $16         ; the direction
OCC     EQU $8000       ; the occupied squares without the hopping piece
REACH   EQU $8020       ; where it can land
0300  48           HHOPS:  PHA
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
031B  20 9C 03             JSR HBIT
031E  B9 C0 03             LDA BITS,Y
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
0347  20 84 03             JSR HGO
034A  F0 1C                BEQ HNONE       ; no piece to hop over
034C  20 84 03             JSR HGO
034F  D0 17                BNE HNONE       ; no room to land
0351  BD 20 80             LDA REACH,X
0354  39 C0 03             AND BITS,Y
0357  D0 0F                BNE HNONE       ; already reached
0359  BD 20 80             LDA REACH,X
035C  19 C0 03             ORA BITS,Y
035F  9D 20 80             STA REACH,X
0362  A5 13                LDA COLUMN
0364  48                   PHA             ; push it
0365  A5 12                LDA ROW
0367  48                   PHA
0368  C6 16        HNONE:  DEC DIR
036A  10 D3                BPL HDIR
036C  68                   PLA             ; all directions done
036D  30 07                BMI HDONE
036F  AA                   TAX
0370  68                   PLA
0371  85 15                STA FROMC
0373  8A                   TXA
0374  10 C3                BPL HFROM
0376  68           HDONE:  PLA
0377  A8                   TAY
0378  68                   PLA
0379  AA                   TAX
037A  BD 20 80             LDA REACH,X
037D  59 C0 03             EOR BITS,Y
0380  9D 20 80             STA REACH,X     ; the starting square is not a move
0383  60                   RTS
; Moves one step. Z if that square is on the board and empty.
0384  A6 16        HGO:    LDX DIR
0386  A5 12                LDA ROW
0388  18                   CLC
0389  7D B0 03             ADC ROWS,X
038C  85 12                STA ROW
038E  A5 13                LDA COLUMN
0390  18                   CLC
0391  7D B8 03             ADC COLS,X
0394  85 13                STA COLUMN
0396  05 12                ORA ROW
0398  29 F0                AND #$F0        ; below 0 or above 15
039A  D0 13                BNE HGONE
; X = byte offset of ROW and COLUMN, Y = bit number; Z if the square is empty.
039C  A5 13        HBIT:   LDA COLUMN
039E  29 07                AND #7
03A0  A8                   TAY
03A1  A5 13                LDA COLUMN
03A3  C9 08                CMP #8          ; carry: right half of the row
03A5  A5 12                LDA ROW
03A7  2A                   ROL             ; 2 x row + half
03A8  AA                   TAX
03A9  BD 00 80             LDA OCC,X
03AC  39 C0 03             AND BITS,Y
03AF  60           HGONE:  RTS
03B0  FF FF FF 00  ROWS:   DB -1,-1,-1,0,0,1,1,1
03B4  00 01 01 01
03B8  FF 00 01 FF  COLS:   DB -1,0,1,-1,1,-1,0,1
03BC  01 FF 00 01
03C0  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
03C4  10 20 40 80
