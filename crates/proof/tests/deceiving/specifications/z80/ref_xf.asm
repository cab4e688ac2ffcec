; reference: XF after BIT 0,(HL), from WZ
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x, HL -> b:1
;! out: XF = z
;! clobbers: F
RT:     BIT 0,(HL)
        RET
