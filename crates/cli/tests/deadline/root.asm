;! routine: ROOT
;! cpu: 8080
;! org: 0100H
;! title: The root of a word by odd numbers
;! in: HL = x
;! out: B = r
;! clobbers: A, F, C, D, E, H, L
;! ensures: r * r <= x
;! ensures: (r + 1) * (r + 1) > x
ROOT:   MVI  B,0
        LXI  D,1
LOOP:   MOV  A,L
        SUB  E
        MOV  L,A
        MOV  A,H
        SBB  D
        MOV  H,A
        RC
        INR  B
        INX  D
        INX  D
        JMP  LOOP
