; holds: bubble sort of four small numbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:4
;! out: HL -> a:4
;! clobbers: A, F, B, C, D, E, H, L
;! ensures: all(i in 0..3: a[i] <= a[i + 1])
;! ensures: all(v in 0..4: count(i in 0..4: a[i] = old(a)[v]) = count(i in 0..4: old(a)[i] = old(a)[v]))
;! requires: all(i in 0..4: a[i] < 8)
R:      MVI B,3
OU:     MOV C,B
        PUSH H
IN:     MOV A,M
        INX H
        CMP M
        JC OK
        MOV D,M
        MOV M,A
        DCX H
        MOV M,D
        INX H
OK:     DCR C
        JNZ IN
        POP H
        DCR B
        JNZ OU
        RET
