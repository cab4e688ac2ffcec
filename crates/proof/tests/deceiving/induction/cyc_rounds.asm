; cycles sampled: `remaining` counts a round too few, where rounds are random
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
;! remaining: 13 * i + 5, 13 * i + 5
;! cycles: 4-3350
; With B = 0 there are 256 rounds.
ROUNDS: LD   A,0
LOOP:   DJNZ LOOP
        RET
