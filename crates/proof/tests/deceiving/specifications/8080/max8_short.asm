; wrong: the last byte is not compared
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> data:8
;! out: A = m
;! clobbers: B, F, H, L
;! ensures: all(i in 0..8: data[i] <= m) and any(i in 0..8: data[i] = m)
R:      MOV  A,M
        MVI  B,6
NEXT:   INX  H
        CMP  M
        JNC  SAME
        MOV  A,M
SAME:   DCR  B
        JNZ  NEXT
        RET
