;! routine: TRIANGLE
;! cpu: 8080
;! org: 0100H
;! title: Returns the sum of the numbers from 1 to n
;! in: C = n
;! out: HL = sum
;! clobbers: A, B, C, F
;! ensures: sum = n * (n + 1) / 2
;! at: LOOP: C = i, HL = so_far
;! invariant: 0 < i <= n
;! invariant: so_far = n * (n + 1) / 2 - i * (i + 1) / 2
;! decreases: i
;! remaining: 25 * i + 10
;! cycles: 37-6416
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
