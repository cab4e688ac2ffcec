;! routine: TRI
;! cpu: z80
;! org: 8000H
;! title: A sum in a loop whose invariant is too weak
;! in: HL = n
;! out: HL/DE = s
;! clobbers: A, F, BC, IX
;! ensures: s = n * (n + 1) / 2
;! at: LOOP: BC = k, HL/DE = sum
;! invariant: k <= n
;! invariant: sum <= n * (n + 1) / 2
;! decreases: k
TRI:    LD   B,H
        LD   C,L
        LD   DE,0
        LD   HL,0
LOOP:   LD   A,B
        OR   C
        RET  Z
        ADD  HL,BC
        JR   NC,NC1
        INC  DE
NC1:    DEC  BC
        JP   LOOP
