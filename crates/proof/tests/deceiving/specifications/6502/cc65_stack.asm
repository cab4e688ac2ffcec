; holds: an argument is on the software stack of cc65
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: A = x, (SP) -> args:2
;! out: A = z
;! clobbers: P, Y
;! ensures: z = x ^ args[0] ^ args[1]
SP      =    $80
TEST:   LDY  #0
        EOR  (SP),Y
        INY
        EOR  (SP),Y
        RTS
