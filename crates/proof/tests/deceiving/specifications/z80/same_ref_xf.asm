; wrong: the reference returns a bit of WZ
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x, HL -> b:1
;! out: XF = z
;! clobbers: F
;! same-as: ref_xf.asm
RT:     BIT 0,(HL)
        RET
