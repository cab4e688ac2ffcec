; refused: address 4000, which is reserved for the data that pointers point to
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> set, (EL) = element
;! out: HL -> set
;! clobbers: A, F
;! oracle: halma_incl
EL EQU 4000H
R:  RET
