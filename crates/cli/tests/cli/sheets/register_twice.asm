; refused: `L` has a meaning already
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> set, L = element
;! out: HL -> set
;! clobbers: A, F
;! oracle: halma_incl
R:  RET
