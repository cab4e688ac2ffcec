;! routine: COPY
;! cpu: z80
;! org: 0100H
;! title: Copies up to eight bytes
;! in: C = n, HL -> source:8, DE -> target:8
;! out: DE -> target
;! clobbers: A, F, B, C, D, E, H, L
;! requires: n <= 8
;! ensures: all(i in 0..8: target[i] = if i < n then source[i] else old(target)[i])
;! cycles: 19-193
COPY:   LD   A,C
        OR   A
        RET  Z          ; LDIR would copy 65536 bytes
        LD   B,0
        LDIR
        RET
