; holds: opcode replaced by NOP and restored
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDY #$EA
        STY X1
X1:     DB $02
        LDY #$02
        STY X1
        TXA
        LDX T
        RTS
