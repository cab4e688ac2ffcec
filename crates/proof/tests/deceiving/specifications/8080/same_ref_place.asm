; wrong: the reference returns where the data is
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: DE -> b:2
;! out: A = z
;! same-as: ref_place.asm
R:      MOV A,E
        RET
