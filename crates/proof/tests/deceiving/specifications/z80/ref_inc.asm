; reference: A plus 1
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
RT:     INC A
        RET
