; wrong: bounds of a product are not its value
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, B, C, D, E, F
;! ensures: x * y - p >= 0 and x * y - p < 65536
;! at: LOOP: BC = a, DE = b, HL = s
;! invariant: (s + a * b) mod 65536 = x * y mod 65536
;! decreases: b
R:      LXI  H,0
LOOP:   MOV  A,D
        ORA  E
        RZ
        MOV  A,D
        RAR
        MOV  D,A
        MOV  A,E
        RAR
        MOV  E,A
        JNC  EVEN
        DAD  B
EVEN:   MOV  A,C
        ADD  A
        MOV  C,A
        MOV  A,B
        ADC  A
        MOV  B,A
        JMP  LOOP
