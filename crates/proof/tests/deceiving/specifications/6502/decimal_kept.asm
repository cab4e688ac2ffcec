; wrong: D is set
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
;! ensures: z = x
R:      SED
        RTS
