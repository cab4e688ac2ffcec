; wrong: the last place of a letter: the first
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (T:4) = t
;! out: X = i
;! clobbers: P
;! requires: t[0] = x or t[1] = x or t[2] = x or t[3] = x
;! ensures: t[i] = x and all(j in 0..4: j < i implies t[j] <> x)
R:      LDX #4
LP:     DEX
        CMP T,X
        BNE LP
        RTS
T       EQU $20
