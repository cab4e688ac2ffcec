; reference: IFF2
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: PV = z
;! clobbers: F, A
RT:     LD A,I
        RET
