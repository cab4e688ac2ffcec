; wrong: the zero page changes
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: A/X -> s:2
;! out: A = y
;! clobbers: P, Y
;! ensures: y = s[0] ^ s[1]
PTR     =    $80
TEST:   STA  PTR
        STX  PTR+1
        LDY  #0
        LDA  (PTR),Y
        INY
        EOR  (PTR),Y
        RTS
