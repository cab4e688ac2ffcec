; reference: PV after INC, which is overflow
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: PV = z
;! clobbers: F, A
RT:     INC A
        RET
