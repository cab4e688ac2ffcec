; wrong: the halves are exchanged
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = lo, DE = hi
;! clobbers: A, F, (CNT:1)
;! ensures: x * y = lo * 65536 + hi
;! at: LOOP: (CNT:1) = n, HL = l, DE = h
;! invariant: n > 0 and n < 17
;! invariant: x * (y >> n) = ((h << 16) + l) mod (1 << 32 - n)
;! invariant: h >> 16 - n = y mod (1 << n)
;! decreases: n
R:      LXI  H,0
        MVI  A,16
        STA  CNT
LOOP:   DAD  H
        MOV  A,E
        RAL
        MOV  E,A
        MOV  A,D
        RAL
        MOV  D,A
        JNC  NEXT
        DAD  B
        JNC  NEXT
        INX  D
NEXT:   LDA  CNT
        DCR  A
        STA  CNT
        JNZ  LOOP
        RET
CNT:    DB   0
