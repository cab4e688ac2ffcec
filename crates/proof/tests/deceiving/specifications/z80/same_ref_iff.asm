; wrong: the reference returns IFF2
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: PV = z
;! clobbers: F, A
;! same-as: ref_iff.asm
RT:     XOR A
        RET
