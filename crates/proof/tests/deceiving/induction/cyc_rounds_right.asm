; holds: with B = 0 there are 256 rounds
;! routine: ROUNDS
;! cpu: z80
;! org: 8000H
;! in: B = n
;! out: A = y
;! clobbers: B
;! ensures: y = 0
;! at: LOOP: B = i, A = a
;! invariant: a = 0
;! decreases: if i = 0 then 256 else i
;! remaining: 13 * (if i = 0 then 256 else i) + 5
;! cycles: 25-3340
ROUNDS: LD   A,0
LOOP:   DJNZ LOOP
        RET
