; wrong: compares signed words: unsigned
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: HL = x, DE = y
;! out: PV = less
;! clobbers: F, A, H, L
;! ensures: less = (x < y)
RT:     OR A
        SBC HL,DE
        LD A,0
        JP PO,NV
        LD A,80H
NV:     XOR H
        AND 80H
        LD A,7FH
        JR NZ,YS
        XOR A
        INC A
        RET
YS:     INC A
        RET
