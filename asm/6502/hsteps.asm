;! routine: HSTEPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (FROMR), (FROMC), (ROW), (DIR)
;! oracle: halma_steps
;! bytes: 103
;! cycles: 767-1001
;! title: Finds the empty squares that a Halma piece can step to
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte
; 2 x row + column div 8.
PTR     EQU $10
FROMR   EQU $12         ; its square
FROMC   EQU $13
ROW     EQU $14         ; of the adjacent square
DIR     EQU $15         ; the direction
REACH   EQU $8020       ; where it can step
0300  48           HSTEPS: PHA
0301  29 0F                AND #15
0303  85 13                STA FROMC
0305  68                   PLA
0306  4A                   LSR
0307  4A                   LSR
0308  4A                   LSR
0309  4A                   LSR
030A  85 12                STA FROMR
030C  A0 1F                LDY #31
030E  A9 00                LDA #0
0310  99 20 80     HCLEAR: STA REACH,Y
0313  88                   DEY
0314  10 FA                BPL HCLEAR
0316  A2 07                LDX #7
0318  86 15        HDIR:   STX DIR
031A  A5 12                LDA FROMR
031C  18                   CLC
031D  7D 4F 03             ADC ROWS,X
0320  85 14                STA ROW
0322  A5 13                LDA FROMC
0324  18                   CLC
0325  7D 57 03             ADC COLS,X
0328  A8                   TAY             ; Y = column
0329  05 14                ORA ROW
032B  29 F0                AND #$F0        ; below 0 or above 15
032D  D0 1A                BNE HNONE
032F  98                   TYA
0330  29 07                AND #7
0332  AA                   TAX             ; X = the bit's number
0333  C0 08                CPY #8          ; carry: right half of the row
0335  A5 14                LDA ROW
0337  2A                   ROL             ; 2 x row + half
0338  A8                   TAY
0339  B1 10                LDA (PTR),Y
033B  3D 5F 03             AND BITS,X
033E  D0 09                BNE HNONE       ; occupied
0340  B9 20 80             LDA REACH,Y
0343  1D 5F 03             ORA BITS,X
0346  99 20 80             STA REACH,Y
0349  A6 15        HNONE:  LDX DIR
034B  CA                   DEX
034C  10 CA                BPL HDIR
034E  60                   RTS
034F  FF FF FF 00  ROWS:   DB -1,-1,-1,0,0,1,1,1
0353  00 01 01 01
0357  FF 00 01 FF  COLS:   DB -1,0,1,-1,1,-1,0,1
035B  01 FF 00 01
035F  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0363  10 20 40 80
