; holds: the low byte is in a register, the others are in memory
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: A/(HIGH0:2) = n
;! out: A = y
;! clobbers: H, L, F
;! ensures: y = n mod 256 ^ n / 256 mod 256 ^ n / 65536
TEST:   LXI  H,HIGH0
        XRA  M
        INX  H
        XRA  M
        RET
HIGH0   EQU  2000H
