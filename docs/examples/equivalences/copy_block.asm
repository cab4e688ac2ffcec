;! routine: COPY
;! cpu: z80
;! org: 0100H
;! title: The copy with a block instruction
;! in: C = n, HL -> source:8, DE -> target:8
;! out: DE -> target
;! clobbers: F, B, C, D, E, H, L
;! same-as: copy_loop.asm
;! cycles: 26-193
COPY:   LD   B,0
        INC  C
        DEC  C
        RET  Z
        LDIR
        RET
