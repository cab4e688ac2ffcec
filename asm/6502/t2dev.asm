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
;! title: Reflects the 4x4 board about the vertical axis, with a device
; A device at D000 latches the byte written there; the next address reads it back with
; its bits permuted by Table 1. After J. Luscher, "Taking Memory Address Space", BYTE,
; January 1976, page 60.
LATCH   EQU $D000
TABLE1  EQU LATCH+1
0300  8D 00 D0     T2DEV:  STA LATCH
0303  AD 01 D0             LDA TABLE1
0306  8E 00 D0             STX LATCH
0309  AE 01 D0             LDX TABLE1
030C  60                   RTS
