; refused: cannot bind `L` twice
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> set, L = element
;! out: HL -> set
;! clobbers: A, F
;! oracle: halma_incl
R:  RET
