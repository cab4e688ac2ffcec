; wrong: z is dropped if y is 0
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = y, HL = z
;! out: HL = p
;! clobbers: A, B, C, D, E, F
;! ensures: p = (x * y + z) mod 65536
;! at: LOOP: BC = a, DE = b, HL = s
;! invariant: (s + a * b) mod 65536 = (x * y + z) mod 65536
;! decreases: b
RUN:    LD   A,D
        OR   E
        JR   NZ,LOOP
        LD   HL,0
        RET
LOOP:   SRL  D
        RR   E
        JR   NC,EVEN
        ADD  HL,BC
EVEN:   SLA  C
        RL   B
        LD   A,D
        OR   E
        JR   NZ,LOOP
        RET
