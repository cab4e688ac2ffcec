; holds: what a pushed pointer points to is set
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) -> s, (SP+4) = x
;! out: (SP+2) -> s:1
;! clobbers: F, DE, HL, A
;! ensures: s = x
TEST:   LD   HL,4
        ADD  HL,SP
        LD   A,(HL)
        DEC  HL
        LD   D,(HL)
        DEC  HL
        LD   E,(HL)
        LD   (DE),A
        RET
