; wrong: WRONG for x = 1234H: returns to a wrong address
;! routine: SPG
;! cpu: 8080
;! org: 0100H
;! title: WRONG for x = 1234H: returns to a wrong address
;! in: BC = x
;! out: BC = y
;! clobbers: A, D, E, H, L, F
;! ensures: y = x
;! at: LL: BC = v
;! invariant: v = x
;! decreases: 0
;! at: MM: BC = v
;! invariant: v = x and x = 1234H
;! decreases: 1
SPG:    LXI H,0
        DAD SP
        CALL TEST
        JNZ S1
        DCX H
        DCX H
S1:     SPHL            ; two less if x = 1234H
        CALL TEST
        JNZ LL
        JMP MM
MM:     POP D           ; as on entry again
        JMP LL
LL:     CALL TEST
        JNZ OK
        INX SP          ; wrong: skips the return address
        INX SP
OK:     RET
TEST:   MOV A,B
        CPI 12H
        RNZ
        MOV A,C
        CPI 34H
        RET
