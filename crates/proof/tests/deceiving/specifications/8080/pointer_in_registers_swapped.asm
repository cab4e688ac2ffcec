; wrong: B is the high byte of the pointer
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: D/B -> s:2
;! out: A = y
;! clobbers: F, H, L
;! ensures: y = s[0] ^ s[1]
TEST:   MOV  L,B
        MOV  H,D
        MOV  A,M
        INX  H
        XRA  M
        RET
