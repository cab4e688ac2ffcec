;! routine: COPY
;! cpu: z80
;! org: 0100H
;! title: Copies one byte more, so that LDIR never counts from 0
;! in: C = n, HL -> source:8, DE -> target:8
;! out: DE -> target
;! clobbers: F, B, C, D, E, H, L
;! same-as: ../equivalences/copy_loop.asm
COPY:   LD   B,0
        INC  C
        LDIR
        RET
