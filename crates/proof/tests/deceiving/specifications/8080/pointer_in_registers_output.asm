; holds: the data of a pointer in two registers is set
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: C = x, B/D -> s:1
;! out: B/D -> s
;! clobbers: H, L
;! ensures: s = x
TEST:   MOV  L,B
        MOV  H,D
        MOV  M,C
        RET
