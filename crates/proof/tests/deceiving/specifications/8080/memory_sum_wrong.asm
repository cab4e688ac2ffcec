; wrong: a field at another distance from a symbol
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (BF+1:2) = n
;! out: A = y
;! clobbers: H, L, F
;! ensures: y = n mod 256 ^ n / 256
TEST:   LXI  H,BF+2
        MOV  A,M
        INX  H
        XRA  M
        RET
BF      EQU  2000H
