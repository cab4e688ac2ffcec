; wrong: the reference returns the stack pointer
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL, F
;! same-as: ref_stack.asm
R:      LXI H,0
        DAD SP
        MOV A,L
        RET
