;! routine: CHKSUM
;! cpu: 8080
;! org: 0100H
;! title: Adds the bytes of a buffer
;! in: HL -> data:8
;! out: A = total
;! clobbers: B, H, L, F
;! ensures: total = sum(i in 0..8: data[i]) mod 256
;! cycles: 237
CHKSUM: MVI  B,8
        XRA  A
NEXT:   ADD  M
        INX  H
        DCR  B
        JNZ  NEXT
        RET
