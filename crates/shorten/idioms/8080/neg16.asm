;! routine: NEG16
;! cpu: 8080
;! org: 0100H
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (0 - x) mod 65536
;! title: Negates a word
NEG16:    MOV A,H
          CMA
          MOV H,A
          MOV A,L
          CMA
          MOV L,A
          INX H
          RET
