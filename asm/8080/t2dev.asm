;! routine: T2DEV
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_reflect
;! device: permuter 0D000H
;! title: The 4x4 board reflected about the vertical axis, by wires
; A device at D000H keeps the byte written there; one address further it reads back with
; its bits crossed over as Table 1 says. After J. Luscher, "Taking Memory Address Space",
; BYTE, January 1976, page 60.
LATCH   EQU 0D000H
TABLE1  EQU LATCH+1
0100  7D           T2DEV:  MOV A,L
0101  32 00 D0             STA LATCH
0104  3A 01 D0             LDA TABLE1
0107  6F                   MOV L,A
0108  7C                   MOV A,H
0109  32 00 D0             STA LATCH
010C  3A 01 D0             LDA TABLE1
010F  67                   MOV H,A
0110  C9                   RET
