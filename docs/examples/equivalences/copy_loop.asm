;! routine: COPY
;! cpu: 8080
;! org: 0100H
;! title: Copies up to eight bytes; no specification
;! in: C = n, HL -> source:8, DE -> target:8
;! out: DE -> target
;! clobbers: A, F, C, D, E, H, L
;! requires: n <= 8
COPY:   MOV  A,C
        ORA  A
        RZ
NEXT:   MOV  A,M
        STAX D
        INX  H
        INX  D
        DCR  C
        JNZ  NEXT
        RET
