; holds: jumps into the operand of an instruction
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: DE = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
; the operand and the next byte are MOV A,D; MOV H,E; MOV L,A
R:      JMP S+1
S:      LXI B,637AH
        DB 06FH
        RET
