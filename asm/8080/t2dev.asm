;! routine: T2DEV
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: D, E
;! oracle: f2_reflect
;! device: permuter 0D000H
;! bytes: 13
;! cycles: 71
;! title: Reflects the 4x4 board about the vertical axis, with a device
; A device at D000H latches the byte written there; the next address reads it back
; with its bits permuted by Table 1. After J. Luscher, "Taking Memory Address Space",
; BYTE, January 1976, page 60.
LATCH   EQU 0D000H
0100  EB           T2DEV:  XCHG            ; DE = board
0101  21 00 D0             LXI H,LATCH
0104  73                   MOV M,E         ; byte 1 leaves
0105  23                   INX H
0106  5E                   MOV E,M         ; and read back permuted by Table 1
0107  2B                   DCX H
0108  72                   MOV M,D         ; byte 2
0109  23                   INX H
010A  56                   MOV D,M
010B  EB                   XCHG
010C  C9                   RET
