; holds: a field at a sum of symbols and numbers
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (BF+SIZE-1+0:2) = n
;! out: A = y
;! clobbers: H, L, F
;! ensures: y = n mod 256 ^ n / 256
TEST:   LXI  H,BF+2
        MOV  A,M
        INX  H
        XRA  M
        RET
BF      EQU  2000H
SIZE    EQU  3
