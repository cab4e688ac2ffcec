;! routine: CHKSUM
;! cpu: 8080
;! org: 0100H
;! title: Stops one byte early: B is decremented before the first addition
;! in: HL -> data:8
;! out: A = total
;! clobbers: B, H, L, F
;! ensures: total = sum(i in 0..8: data[i]) mod 256
CHKSUM: MVI  B,8
        XRA  A
NEXT:   DCR  B
        RZ
        ADD  M
        INX  H
        JMP  NEXT
