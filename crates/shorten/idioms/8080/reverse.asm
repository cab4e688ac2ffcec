;! routine: REVERSE
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, C, D, F
;! ensures: y = reverse(x)
;! title: Reverses the bits of a byte
REVERSE:  MVI C,8
.loop:    ADD A
          MOV D,A
          MOV A,B
          RAR
          MOV B,A
          MOV A,D
          DCR C
          JNZ .loop
          MOV A,B
          RET
