; holds: the borrow
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (Y1) = y
;! out: C = z
;! clobbers: P, A
;! same-as: ../z80/ref_sub_carry.asm
R:      CMP Y1
        ROL
        EOR #1
        ROR
        RTS
Y1      EQU $10
