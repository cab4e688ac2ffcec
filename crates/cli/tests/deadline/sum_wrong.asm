;! routine: SUM
;! cpu: 8080
;! org: 0100H
;! title: The carry of one addition in 2^16 is lost
;! in: HL -> a:4, DE -> b:4
;! out: HL -> a
;! clobbers: A, B, C, D, E, F
;! ensures: a mod 16777216 = (old(a) + b) mod 16777216
SUM:    PUSH H
        MVI  C,4
        ORA  A
LOOP:   LDAX D
        ADC  M
        MOV  M,A
        INX  H
        INX  D
        DCR  C
        JNZ  LOOP
        POP  H
        RET
