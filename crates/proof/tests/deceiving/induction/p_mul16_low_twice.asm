; wrong: twice the product says nothing about the highest bit, which is lost at the end
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, B, C, D, E, F
;! ensures: p = x * y mod 65536
;! at: LOOP: BC = a, DE = b, HL = s
;! invariant: (2 * s + 2 * a * b) mod 65536 = 2 * x * y mod 65536
;! decreases: b
R:      LXI  H,0
LOOP:   MOV  A,D
        ORA  E
        JZ   DONE
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
DONE:   MOV  A,H
        XRI  80H
        MOV  H,A
        RET
