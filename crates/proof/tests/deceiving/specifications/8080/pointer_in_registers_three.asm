; refused: three registers are not a pointer
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: B/C/D -> s:2
;! out: A = y
;! ensures: y = s[0]
TEST:   RET
