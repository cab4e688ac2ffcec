;! routine: TNUM
;! cpu: 6502
;! org: $0300
;! in: X = first, Y = last
;! out: A = number, C = refused
;! clobbers: X, P, (FIRST), (LAST), (REST)
;! ensures: refused = (not ((first | last) & 0CCH = 0 and (first / 16 = last / 16 or first mod 16 = last mod 16)))
;! ensures: refused implies number = 255
;! ensures: not refused and first / 16 = last / 16 implies (let a = min(first mod 16, last mod 16) in number = 10 * (first / 16) + a * (9 - a) / 2 + max(first mod 16, last mod 16) - a)
;! ensures: not refused and first / 16 <> last / 16 implies (let a = min(first / 16, last / 16) in number = 39 + 6 * (first mod 16) + a * (7 - a) / 2 + max(first / 16, last / 16) - a)
;! bytes: 111
;! cycles: 26-116
;! title: Finds the number of a move on the 4x4 board
; A move is given by its end squares, in either order: 16 * row + column, both from 0.
; The moves are numbered: the runs of each row, then the runs of two or more of each
; column. Squares that are not on the board or not in a line are refused: 255 and carry.
FIRST   EQU $12
LAST    EQU $13
REST    EQU $14
0300  86 12        TNUM:   STX FIRST
0302  84 13                STY LAST
0304  8A                   TXA
0305  05 13                ORA LAST
0307  29 CC                AND #$CC        ; rows and columns are 0 to 3
0309  D0 59                BNE TNONE
030B  E4 13                CPX LAST
030D  90 04                BCC TORDER
030F  86 13                STX LAST        ; exchange
0311  84 12                STY FIRST
0313  A5 12        TORDER: LDA FIRST
0315  45 13                EOR LAST
0317  AA                   TAX             ; what differs
0318  29 F0                AND #$F0
031A  F0 27                BEQ TROW
031C  8A                   TXA
031D  29 0F                AND #$0F
031F  D0 43                BNE TNONE       ; row and column
0321  A5 13                LDA LAST        ; a column: 6 * column + last row + 39, 41 or 42
0323  4A                   LSR
0324  4A                   LSR
0325  4A                   LSR
0326  4A                   LSR
0327  85 14                STA REST
0329  A5 12                LDA FIRST
032B  29 03                AND #3
032D  0A                   ASL
032E  AA                   TAX
032F  65 14                ADC REST        ; + 2 * column
0331  85 14                STA REST
0333  8A                   TXA
0334  0A                   ASL
0335  65 14                ADC REST        ; + 4 * column
0337  85 14                STA REST
0339  A5 12                LDA FIRST
033B  4A                   LSR
033C  4A                   LSR
033D  4A                   LSR
033E  4A                   LSR
033F  09 04                ORA #4          ; the second part of the table
0341  D0 19                BNE TSUM
0343  A5 12        TROW:   LDA FIRST       ; a row: 10 * row + last column + 0, 3, 5 or 6
0345  29 30                AND #$30
0347  4A                   LSR             ; 8 * row
0348  85 14                STA REST
034A  4A                   LSR
034B  4A                   LSR             ; 2 * row
034C  65 14                ADC REST
034E  85 14                STA REST
0350  A5 13                LDA LAST
0352  29 03                AND #3
0354  65 14                ADC REST
0356  85 14                STA REST
0358  A5 12                LDA FIRST
035A  29 03                AND #3
035C  AA           TSUM:   TAX
035D  A5 14                LDA REST
035F  18                   CLC
0360  7D 68 03             ADC TBASES,X    ; below 64: no carry
0363  60                   RTS
0364  A9 FF        TNONE:  LDA #255
0366  38                   SEC
0367  60                   RTS
0368  00 03 05 06  TBASES: DB 0,3,5,6      ; by the first column, for rows
036C  27 29 2A             DB 39,41,42     ; by the first row, for columns
