; wrong: copies five bytes: one
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: HL -> a:5, DE -> b:5
;! out: DE -> b:5
;! clobbers: F, B, C, H, L, D, E
;! ensures: b = old(a)
RT:     LD BC,5
        LDI
        RET
