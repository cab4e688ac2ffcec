; holds: D9 is RET on the 8080
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        DB 0D9H
