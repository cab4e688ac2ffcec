;! routine: T2DEV
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P
;! oracle: f2_reflect
;! device: permuter 0D000H
;! bytes: 13
;! cycles: 22
;! title: The 4x4 board reflected about the vertical axis, by wires
; A device at D000 keeps the byte written there; one address further it reads back with
; its bits crossed over as Table 1 says. After J. Luscher, "Taking Memory Address Space",
; BYTE, January 1976, page 60.
LATCH   EQU $D000
TABLE1  EQU LATCH+1
0300  8D 00 D0     T2DEV:  STA LATCH
0303  AD 01 D0             LDA TABLE1
0306  8E 00 D0             STX LATCH
0309  AE 01 D0             LDX TABLE1
030C  60                   RTS
