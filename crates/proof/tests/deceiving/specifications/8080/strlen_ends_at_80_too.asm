; wrong: length of a string: ends at 80 too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:6
;! out: B = n
;! clobbers: A, F, H, L
;! requires: any(i in 0..6: t[i] = 0)
;! ensures: n < 6 and t[n] = 0 and all(i in 0..6: i < n implies t[i] <> 0)
R:      MVI B,0
LP:     MOV A,M
        ANI 7FH
        RZ
        INX H
        INR B
        JMP LP
