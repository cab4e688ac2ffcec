; wrong: computes nothing
;! routine: HX
;! cpu: 8080
;! org: 0100H
;! title: WRONG: computes nothing
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F
;! oracle: halma_hops
;! at: LL
;! decreases: 0
REACH   EQU 8100H
HX:     XRA A
LL:     RET
