;! routine: MUL8
;! cpu: 8080
;! org: 0100H
;! title: Multiplies two bytes
;! in: A = x, E = y
;! out: HL = product
;! clobbers: B, D, F
;! ensures: product = x * y
;! cycles: 344-424
MUL8:   LXI  H,0
        MOV  D,H
        MVI  B,8
NEXT:   DAD  H
        RLC             ; after eight turns A is what it was
        JNC  ZERO
        DAD  D
ZERO:   DCR  B
        JNZ  NEXT
        RET
