;! routine: WTURN
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (RING), (SEAM), (PREV), (LAST)
;! oracle: w_turn
;! bytes: 129
;! cycles: 565-575
;! title: Turns a chess board in the W system by a quarter turn clockwise
; The 64 bits of the W system form three rings, which a quarter turn rotates:
;   bits 0-11    the primed half edges           up 3
;   bits 12-59   all others except the corners   up 12, which is 3 nibbles
;   bits 60-63   the corners                     up 1
; The ring of 48 begins in the middle of byte 1 and ends in the middle of byte 7.
; Those two halves form one byte, the seam; then six whole bytes rotate.
PTR     EQU $10
RING    EQU $12
SEAM    EQU $13
PREV    EQU $14
LAST    EQU $15
0300  A0 00        WTURN:  LDY #0
0302  B1 10                LDA (PTR),Y
0304  85 12                STA RING
0306  C8                   INY
0307  B1 10                LDA (PTR),Y
0309  85 13                STA SEAM
030B  29 0F                AND #$0F        ; the ring of 12: A and RING
030D  06 12                ASL RING
030F  2A                   ROL A
0310  06 12                ASL RING
0312  2A                   ROL A
0313  06 12                ASL RING
0315  2A                   ROL A           ; up 3; the bits shifted out are in bits 4-6
0316  AA                   TAX
0317  4A                   LSR A
0318  4A                   LSR A
0319  4A                   LSR A
031A  4A                   LSR A
031B  05 12                ORA RING
031D  88                   DEY
031E  91 10                STA (PTR),Y     ; byte 0
0320  8A                   TXA
0321  29 0F                AND #$0F
0323  85 12                STA RING        ; new low nibble of byte 1
0325  A0 07                LDY #7
0327  B1 10                LDA (PTR),Y
0329  45 13                EOR SEAM
032B  29 0F                AND #$0F
032D  45 13                EOR SEAM
032F  AA                   TAX             ; X = the seam: nibble 3 high, nibble 14 low
0330  88                   DEY
0331  B1 10                LDA (PTR),Y
0333  85 15                STA LAST
0335  88                   DEY
0336  B1 10                LDA (PTR),Y
0338  85 14                STA PREV        ; the two bytes below the seam: 5 and 6
033A  20 68 03             JSR WSTEP
033D  85 13                STA SEAM        ; the seam turned
033F  A0 07                LDY #7
0341  B1 10                LDA (PTR),Y
0343  29 F0                AND #$F0        ; the corners
0345  0A                   ASL A           ; up 1; bit 7 is now the carry
0346  69 0F                ADC #$0F        ; which carries into bit 4
0348  45 13                EOR SEAM
034A  29 F0                AND #$F0
034C  45 13                EOR SEAM        ; below them nibble 14
034E  91 10                STA (PTR),Y
0350  A5 13                LDA SEAM
0352  29 F0                AND #$F0        ; nibble 3
0354  05 12                ORA RING
0356  A0 01                LDY #1
0358  91 10                STA (PTR),Y
035A  C8           WLOOP:  INY
035B  B1 10                LDA (PTR),Y
035D  AA                   TAX
035E  20 68 03             JSR WSTEP
0361  91 10                STA (PTR),Y
0363  C0 06                CPY #6
0365  D0 F3                BNE WLOOP
0367  60                   RTS
; A = the ring's byte two places up: low nibble of LAST, high nibble of PREV. PREV,
; LAST become LAST, X.
0368  A5 14        WSTEP:  LDA PREV
036A  45 15                EOR LAST
036C  29 F0                AND #$F0
036E  45 15                EOR LAST        ; high nibble of PREV, low nibble of LAST
0370  0A                   ASL A
0371  69 80                ADC #$80
0373  2A                   ROL A
0374  0A                   ASL A
0375  69 80                ADC #$80
0377  2A                   ROL A           ; exchange them
0378  48                   PHA
0379  A5 15                LDA LAST
037B  85 14                STA PREV
037D  86 15                STX LAST
037F  68                   PLA
0380  60                   RTS
