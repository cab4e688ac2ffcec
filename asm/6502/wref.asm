;! routine: WREF
;! cpu: 6502
;! org: $0300
;! in: A = axis, (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (RING), (SEAM), (PREV), (LAST), (NEW), (TURNS), (OLD:8)
;! oracle: w_reflect
;! bytes: 316
;! cycles: 1975-3755
;! title: Reflects a chess board in the W system
; Axis 0 is the diagonal from the upper left, 1 vertical, 2 the diagonal from the
; lower left, 3 horizontal: each is the reflection about the first diagonal followed
; by that many quarter turns. The reflection exchanges groups of three bits at
; arbitrary positions, so a table gives the origin of each bit.
PTR     EQU $10
RING    EQU $12
SEAM    EQU $13
PREV    EQU $14
LAST    EQU $15
NEW     EQU $16
TURNS   EQU $17
OLD     EQU $20
0300  85 17        WREF:   STA TURNS
0302  A0 07                LDY #7
0304  B1 10        WCOPY:  LDA (PTR),Y
0306  99 20 00             STA OLD,Y
0309  88                   DEY
030A  10 F8                BPL WCOPY
030C  A2 00                LDX #0
030E  A9 80        WBYTE:  LDA #$80        ; its bit leaves after eight others entered
0310  85 16                STA NEW
0312  BC BC 03     WONE:   LDY FLIPB,X
0315  B9 20 00             LDA OLD,Y       ; a byte of the old board
0318  3D FC 03             AND FLIPM,X     ; one of its bits
031B  C9 01                CMP #1          ; carry if it is set
031D  66 16                ROR NEW
031F  E8                   INX
0320  90 F0                BCC WONE
0322  8A                   TXA
0323  4A                   LSR A
0324  4A                   LSR A
0325  4A                   LSR A
0326  A8                   TAY
0327  88                   DEY
0328  A5 16                LDA NEW
032A  91 10                STA (PTR),Y
032C  E0 40                CPX #64
032E  D0 DE                BNE WBYTE
0330  C6 17        WMORE:  DEC TURNS
0332  30 06                BMI WDONE
0334  20 3B 03             JSR WTURN
0337  4C 30 03             JMP WMORE
033A  60           WDONE:  RTS
; Makes a quarter turn; see WTURN.
033B  A0 00        WTURN:  LDY #0
033D  B1 10                LDA (PTR),Y
033F  85 12                STA RING
0341  C8                   INY
0342  B1 10                LDA (PTR),Y
0344  85 13                STA SEAM
0346  29 0F                AND #$0F        ; the ring of 12: A and RING
0348  06 12                ASL RING
034A  2A                   ROL A
034B  06 12                ASL RING
034D  2A                   ROL A
034E  06 12                ASL RING
0350  2A                   ROL A           ; up 3; the bits shifted out are in bits 4-6
0351  AA                   TAX
0352  4A                   LSR A
0353  4A                   LSR A
0354  4A                   LSR A
0355  4A                   LSR A
0356  05 12                ORA RING
0358  88                   DEY
0359  91 10                STA (PTR),Y     ; byte 0
035B  8A                   TXA
035C  29 0F                AND #$0F
035E  85 12                STA RING        ; new low nibble of byte 1
0360  A0 07                LDY #7
0362  B1 10                LDA (PTR),Y
0364  45 13                EOR SEAM
0366  29 0F                AND #$0F
0368  45 13                EOR SEAM
036A  AA                   TAX             ; X = the seam: nibble 3 high, nibble 14 low
036B  88                   DEY
036C  B1 10                LDA (PTR),Y
036E  85 15                STA LAST
0370  88                   DEY
0371  B1 10                LDA (PTR),Y
0373  85 14                STA PREV        ; the two bytes below the seam: 5 and 6
0375  20 A3 03             JSR WSTEP
0378  85 13                STA SEAM        ; the seam turned
037A  A0 07                LDY #7
037C  B1 10                LDA (PTR),Y
037E  29 F0                AND #$F0        ; the corners
0380  0A                   ASL A           ; up 1; bit 7 is now the carry
0381  69 0F                ADC #$0F        ; which carries into bit 4
0383  45 13                EOR SEAM
0385  29 F0                AND #$F0
0387  45 13                EOR SEAM        ; below them nibble 14
0389  91 10                STA (PTR),Y
038B  A5 13                LDA SEAM
038D  29 F0                AND #$F0        ; nibble 3
038F  05 12                ORA RING
0391  A0 01                LDY #1
0393  91 10                STA (PTR),Y
0395  C8           WLOOP:  INY
0396  B1 10                LDA (PTR),Y
0398  AA                   TAX
0399  20 A3 03             JSR WSTEP
039C  91 10                STA (PTR),Y
039E  C0 06                CPY #6
03A0  D0 F3                BNE WLOOP
03A2  60                   RTS
; A = the ring's byte two places up: low nibble of LAST, high nibble of PREV. PREV,
; LAST become LAST, X.
03A3  A5 14        WSTEP:  LDA PREV
03A5  45 15                EOR LAST
03A7  29 F0                AND #$F0
03A9  45 15                EOR LAST        ; high nibble of PREV, low nibble of LAST
03AB  0A                   ASL A
03AC  69 80                ADC #$80
03AE  2A                   ROL A
03AF  0A                   ASL A
03B0  69 80                ADC #$80
03B2  2A                   ROL A           ; exchange them
03B3  48                   PHA
03B4  A5 15                LDA LAST
03B6  85 14                STA PREV
03B8  86 15                STX LAST
03BA  68                   PLA
03BB  60                   RTS
; For each bit of the reflected board, 0 to 63: the byte of the board.
03BC               FLIPB:
03BC  07 07 07 05          DB 7,7,7,5,5,5,4,4
03C0  05 05 04 04
03C4  04 02 02 02          DB 4,2,2,2,1,1,1,6
03C8  01 01 01 06
03CC  06 07 06 06          DB 6,7,6,6,6,1,1,1
03D0  06 01 01 01
03D4  06 06 06 05          DB 6,6,6,5,5,5,4,5
03D8  05 05 04 05
03DC  05 00 00 01          DB 5,0,0,1,4,4,4,3
03E0  04 04 04 03
03E4  03 04 03 03          DB 3,4,3,3,3,0,0,0
03E8  03 00 00 00
03EC  03 03 03 02          DB 3,3,3,2,2,2,1,2
03F0  02 02 01 02
03F4  02 00 00 00          DB 2,0,0,0,7,7,7,7
03F8  07 07 07 07
; The bit in that byte.
03FC               FLIPM:
03FC  02 04 08 20          DB $02,$04,$08,$20,$40,$80,$02,$04
0400  40 80 02 04
0404  08 20 40 80          DB $08,$20,$40,$80,$10,$20,$40,$40
0408  10 20 40 40
040C  80 01 08 10          DB $80,$01,$08,$10,$20,$02,$04,$08
0410  20 02 04 08
0414  01 02 04 04          DB $01,$02,$04,$04,$08,$10,$80,$01
0418  08 10 80 01
041C  02 40 80 01          DB $02,$40,$80,$01,$10,$20,$40,$40
0420  10 20 40 40
0424  80 01 08 10          DB $80,$01,$08,$10,$20,$08,$10,$20
0428  20 08 10 20
042C  01 02 04 04          DB $01,$02,$04,$04,$08,$10,$80,$01
0430  08 10 80 01
0434  02 01 02 04          DB $02,$01,$02,$04,$40,$20,$10,$80
0438  40 20 10 80
