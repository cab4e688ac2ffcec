; wrong
;! routine: W_FLAG
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: CY = c, B = n
;! invariant: c = false
;! decreases: n
W_FLAG: ORA A
LOOP: MVI A,0
 RAL
 MOV A,B
 JNC K
 MVI A,1
 RET
K: CPI 12H
 JNZ KK
 MOV A,C
 CPI 35H
KK: MOV A,B
 JNC K3
K3: DCR B
 JNZ LOOP
 MVI A,0
 RET
