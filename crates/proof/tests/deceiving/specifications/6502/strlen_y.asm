; holds: length of a string
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PT) -> t:5
;! out: Y = n
;! clobbers: P, A
;! requires: any(i in 0..5: t[i] = 0)
;! ensures: t[n] = 0 and not any(i in 0..5: i < n and t[i] = 0)
R:      LDY #0
LP:     LDA (PT),Y
        BEQ E
        INY
        BNE LP
E:      RTS
PT      EQU $10
