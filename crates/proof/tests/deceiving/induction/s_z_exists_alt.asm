; wrong: z_exists_alt
;! routine: RR
;! cpu: z80
;! org: 8000H
;! in: B = n
;! out: A = y
;! clobbers: B, F
;! requires: n > 0
;! ensures: y = n
;! at: LOOP: B = i, A = v
;! invariant: 0 < i <= n and v = n - i
;! decreases: i
RR:     XOR  A
LOOP:   EX   AF,AF'
        EX   AF,AF'
        INC  A
        EXX
        LD   C,1
        EXX
        DJNZ LOOP
        RET
