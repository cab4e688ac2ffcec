; wrong: no carry into the highest byte
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x, DE = y
;! out: HL/A = p
;! clobbers: B, C, F
;! ensures: p = x * y
;! at: LOOP: C = n, B = m, HL/A = s
;! invariant: 0 < n <= 8
;! invariant: m = (x << 8 - n) mod 256
;! invariant: s = y * (x >> n)
;! decreases: n
R:      LXI  H,0
        XRA  A
        MVI  C,8
LOOP:   DAD  H
        RAL
        PUSH PSW
        MOV  A,B
        ADD  A
        MOV  B,A
        JNC  ZERO
        POP  PSW
        DAD  D
        NOP
        JMP  NEXT
ZERO:   POP  PSW
NEXT:   DCR  C
        JNZ  LOOP
        RET
