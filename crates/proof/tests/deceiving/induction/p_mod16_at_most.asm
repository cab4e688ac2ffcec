; wrong: the remainder can be the divisor
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: HL = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: r = x mod d
;! at: LOOP: HL = left
;! invariant: left mod d = x mod d
;! decreases: left
R:      MOV  A,D
        ORA  E
LOOP:   MOV  A,L
        SUB  E
        MOV  A,H
        SBB  D
        RC
        ORA  A
        JNZ  MORE
        MOV  A,L
        CMP  E
        RZ
MORE:   NOP
        MOV  A,L
        SUB  E
        MOV  L,A
        MOV  A,H
        SBB  D
        MOV  H,A
        JMP  LOOP
