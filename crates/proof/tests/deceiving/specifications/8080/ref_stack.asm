; reference: the low byte of SP
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL, F
R:      LXI H,0
        DAD SP
        MOV A,L
        RET
