; wrong: the 6502 sets C if there is no borrow
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (YV) = y
;! out: C = z
;! clobbers: P
;! same-as: ../z80/ref_sub_carry.asm
R:      CMP YV
        RTS
YV      EQU $10
