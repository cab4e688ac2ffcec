;! routine: FILL
;! cpu: z80
;! org: 8000H
;! title: Fills one byte too many
;! in: HL -> t:1000, E = v, BC = n
;! out: HL -> t
;! clobbers: A, F, BC
;! requires: n > 0 and n <= 1000
;! ensures: all(i in 0..999: t[i] = (if i < n then v else old(t)[i]))
FILL:   PUSH HL
LOOP:   LD   (HL),E
        INC  HL
        LD   A,B
        OR   C
        DEC  BC
        JR   NZ,LOOP
        POP  HL
        RET
