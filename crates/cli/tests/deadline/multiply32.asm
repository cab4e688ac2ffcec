;! routine: MUL
;! cpu: z80
;! org: 8000H
;! title: A product of two words, too large for diagrams
;! in: BC = x, DE = y
;! out: HL/DE = p
;! clobbers: A, F, BC
;! ensures: p = x * y
MUL:    LD   HL,0
        LD   A,16
LOOP:   ADD  HL,HL
        RL   E
        RL   D
        JR   NC,NEXT
        ADD  HL,BC
        JR   NC,NEXT
        INC  DE
NEXT:   DEC  A
        JR   NZ,LOOP
        RET
