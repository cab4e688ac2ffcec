; wrong: returns the empty set
;! routine: HX
;! cpu: 8080
;! org: 0100H
;! title: WRONG: returns the empty set
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F
;! oracle: halma_hops
;! at: LL
;! expands: -1
;! decreases: 0
REACH   EQU 8100H
HX:     LXI H,REACH
        MVI B,32
        XRA A
HL1:    MOV M,A
        INX H
        DCR B
        JNZ HL1
LL:     RET
