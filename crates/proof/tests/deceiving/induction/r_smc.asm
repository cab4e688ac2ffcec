; holds
;! routine: SM
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, H, L, F, (OPN)
;! ensures: y = 5
;! at: LOOP: B = n
;! decreases: if n = 0 then 256 else n
SM:     MVI A,5
        STA OPN
LOOP:   DB 3EH
OPN:    DB 5
        DCR B
        JZ FIN
        MOV A,B
        CPI 100
        JNZ LOOP
        MVI A,5
        STA OPN
        JMP LOOP
FIN:    RET
