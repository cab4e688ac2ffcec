; holds: CB is JMP, DD is CALL, 08 to 38 are NOP
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      DB 0CBH
        DW S
        HLT
T:      MOV A,H
        MOV H,L
        MOV L,A
        RET
S:      DB 08H,10H,18H,20H,28H,30H,38H
        DB 0DDH
        DW T
        RET
