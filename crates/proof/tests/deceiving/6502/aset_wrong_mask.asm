; wrong: one of the four masks is wrong
;! routine: ASET
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column, A = cell
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (CELL), (REST)
;! oracle: ataxx_set
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
PTR     EQU  $10        ; the board
CELL    EQU  $12
REST    EQU  $13        ; the other cells of the byte
ASET:    STA  CELL
        CPY  #4         ; carry from column 4 on
        TXA
        ROL             ; 2 * row + carry
        PHA
        TYA
        AND  #3
        TAX             ; cells to skip
        PLA
        TAY
        LDA  (PTR),Y
        AND  OTHERS,X
        STA  REST
        LDA  CELL
SHIFT:   DEX
        BMI  PUT
        ASL
        ASL
        JMP  SHIFT
PUT:     ORA  REST
        STA  (PTR),Y
        RTS
OTHERS:  DB $FC,$F3,$CF,$3E
