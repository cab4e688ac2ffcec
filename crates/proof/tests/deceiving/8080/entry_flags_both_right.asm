; holds: branches on all flags on entry, all ways do the same
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      JZ S
S:      JC T
T:      JPE U
U:      JM V
V:      MOV A,H
        MOV H,L
        MOV L,A
        RET
