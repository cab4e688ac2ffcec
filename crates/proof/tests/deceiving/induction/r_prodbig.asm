; holds
;! routine: R_PRODBIG
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, (BUF:8)
;! ensures: y = 0
;! at: LOOP: (BUF:8) = b, B = n
;! invariant: all(i in 0..8: b[i] = 0)
;! decreases: n
BUF EQU 3000H
R_PRODBIG: XRA A
 STA BUF+0
 STA BUF+1
 STA BUF+2
 STA BUF+3
 STA BUF+4
 STA BUF+5
 STA BUF+6
 STA BUF+7
LOOP: LDA BUF+5
 ORA A
 JNZ BAD
 MOV A,B
 ORA A
 RZ
 DCR B
 JMP LOOP
BAD: HLT
