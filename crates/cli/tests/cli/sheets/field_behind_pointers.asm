; refused: the sheet uses 4000; what pointers point to is put there
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> set, (EL) = element
;! out: HL -> set
;! clobbers: A, F
;! oracle: halma_incl
EL EQU 4000H
R:  RET
