;! routine: ASET
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column, A = cell
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (CELL), (REST)
;! oracle: ataxx_set
;! bytes: 39
;! cycles: 59-93
;! title: Writes the cell of a square
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
PTR     EQU  $10        ; the board
CELL    EQU  $12
REST    EQU  $13        ; the other cells of the byte
0300  85 12        ASET:    STA  CELL
0302  C0 04                CPY  #4         ; carry from column 4 on
0304  8A                   TXA
0305  2A                   ROL             ; 2 * row + carry
0306  48                   PHA
0307  98                   TYA
0308  29 03                AND  #3
030A  AA                   TAX             ; cells to skip
030B  68                   PLA
030C  A8                   TAY
030D  B1 10                LDA  (PTR),Y
030F  3D 23 03             AND  OTHERS,X
0312  85 13                STA  REST
0314  A5 12                LDA  CELL
0316  CA           SHIFT:   DEX
0317  30 05                BMI  PUT
0319  0A                   ASL
031A  0A                   ASL
031B  4C 16 03             JMP  SHIFT
031E  05 13        PUT:     ORA  REST
0320  91 10                STA  (PTR),Y
0322  60                   RTS
0323  FC F3 CF 3F  OTHERS:  DB   $FC,$F3,$CF,$3F
