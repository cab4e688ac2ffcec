; wrong: D changes
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: B/D -> s:2
;! out: A = y
;! clobbers: F, H, L
;! ensures: y = s[0] ^ s[1]
TEST:   MOV  L,B
        MOV  H,D
        MOV  A,M
        INX  H
        XRA  M
        INR  D
        RET
