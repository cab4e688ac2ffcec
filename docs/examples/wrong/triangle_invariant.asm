;! routine: TRIANGLE
;! cpu: 8080
;! org: 0100H
;! title: The invariant forgets that the loop is not entered with 0
;! in: C = n
;! out: HL = sum
;! clobbers: A, B, C, F
;! ensures: sum = n * (n + 1) / 2
;! at: LOOP: C = i, HL = so_far
;! invariant: so_far = n * (n + 1) / 2 - i * (i + 1) / 2
;! decreases: i
TRIANGLE:
        LXI  H,0
        MVI  B,0
        MOV  A,C
        ORA  A
        RZ
LOOP:   DAD  B
        DCR  C
        JNZ  LOOP
        RET
