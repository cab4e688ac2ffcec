; holds: replaces an opcode by NOP and restores it; not in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      MVI A,0
        STA X1
X1:     HLT
X2:     MVI A,76H
        STA X1
        MOV A,H
        MOV H,L
        MOV L,A
        RET
