; wrong: not all replacements at once
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> data:8
;! out: A = m
;! clobbers: B, F, H, L
;! ensures: all(i in 0..8: data[i] <= m) and any(i in 0..8: data[i] = m)
;! cycles: 283-325
R:      MOV  A,M
        MVI  B,7
NEXT:   INX  H
        CMP  M
        JNC  SAME
        MOV  A,M
SAME:   DCR  B
        JNZ  NEXT
        RET
