; holds: a symbol has the name of the stack pointer
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: (S+1) = x
;! out: A = y
;! clobbers: P
;! ensures: y = x
S       =    $80
TEST:   LDA  S+1
        RTS
