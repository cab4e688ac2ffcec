;! routine: LATE
;! cpu: 8080
;! org: 0100H
;! title: Wrong, and very slow
;! in: B = x, (PTR) -> t:32
;! out: B = y
;! clobbers: A, F, C, D, E, H, L
;! requires: x > 3
;! ensures: y = x
LATE:   MVI  C,12
        LXI  H,0
LOOP:   INX  H
        MOV  A,H
        ORA  L
        JNZ  LOOP
        DCR  C
        JNZ  LOOP
        LHLD PTR
        MOV  A,M
        INX  H
        ADD  M
        ANI  3
        RZ
        INR  B
        RET
PTR:    DW   0
