; wrong: only the lowest bit of the high byte is kept
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> data:8
;! out: DE = total
;! clobbers: A, B, F, H, L
;! ensures: total = sum(i in 0..8: data[i])
R:      LXI  D,0
        MVI  B,8
NEXT:   MOV  A,E
        ADD  M
        MOV  E,A
        JNC  SAME
        MVI  D,1
SAME:   INX  H
        DCR  B
        JNZ  NEXT
        RET
