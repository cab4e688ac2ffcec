; wrong
;! routine: SPG
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, C, H, L, F
;! ensures: y = x
;! at: LL: A = v
;! invariant: v = x
;! decreases: 0
;! at: MM: A = v
;! invariant: v = x and x <> 0
;! decreases: 1
SPG:    LXI H,0
        DAD SP
        ORA A
        JZ S1
        DCX H
        DCX H
S1:     SPHL
        ORA A
        JZ LL
        JMP MM
MM:     POP B
        JMP LL
LL:     ORA A
        JZ OK
        INX SP
        INX SP
OK:     RET
