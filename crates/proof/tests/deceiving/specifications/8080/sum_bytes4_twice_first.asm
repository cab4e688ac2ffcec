; wrong: the first byte twice, the last one never
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (DATA:4) = data
;! out: HL = total
;! clobbers: A, B, C, D, E, F
;! ensures: total = sum(i in 0..4: data[i])
R:      LXI  H,0
        LXI  D,DATA
        MVI  C,4
        MVI  B,0
        LDAX D
        MOV  L,A
        MVI  C,3
NEXT:   LDAX D
        PUSH B
        MOV  C,A
        DAD  B
        POP  B
        INX  D
        DCR  C
        JNZ  NEXT
        RET
DATA:   DS   4
