;! routine: WATT
;! cpu: 6502
;! org: $0300
;! in: A = square, (BOARD) = occupied
;! out: (ATTACK) = attacked
;! clobbers: A, X, Y, P, (PTR:23), (BUF:11)
;! oracle: w_attacks
;! bytes: 48284     with the tables
;! cycles: 838-2765
;! title: Finds the squares that a rook attacks, with the shared tables
; The key of the square is computed from its rays (WKEY) and indexes a table that up
; to four rotated squares share. An entry is the index of a set of attacked squares of
; the base square; the set is turned (WTURN) as often as the square is.
;   2900-4F47  the sets of the 16 base squares, 1225 of 8 bytes
;   5000-DFFF  18 index tables, 36864 bytes
; Both are written by `arcadian board rook tables --out asm`.
INDEX   EQU $5000
SETS    EQU $2900
BOARD   EQU $E010
ATTACK  EQU $E018
PTR     EQU $10         ; -> operand of WKEY and WTURN
REC     EQU $12         ; -> the record of the square
MASK    EQU $14         ; -> its mask
KEY     EQU $16         ; 24 bits
RING    EQU $19
SEAM    EQU $1A
PREV    EQU $1B
LAST    EQU $1C
SQUARE  EQU $1D
FROM    EQU $1E         ; -> an index, then a set
TURNS   EQU $26
BUF     EQU $30         ; 0, 0, the masked board, 0
0300  85 1D        WATT:   STA SQUARE
0302  A2 10                LDX #<BOARD
0304  86 10                STX PTR
0306  A2 E0                LDX #>BOARD
0308  86 11                STX PTR+1
030A  20 59 03             JSR WKEY
030D  85 1E                STA FROM
030F  A5 1D                LDA SQUARE
0311  0A                   ASL A
0312  0A                   ASL A           ; below 256
0313  A8                   TAY
0314  8A                   TXA
0315  18                   CLC
0316  79 54 04             ADC PLACES,Y
0319  85 1F                STA FROM+1      ; -> index of the set
031B  B9 57 04             LDA PLACES+3,Y
031E  85 26                STA TURNS
0320  A2 00                LDX #0
0322  A1 1E                LDA (FROM,X)
0324  86 1F                STX FROM+1
0326  0A                   ASL A
0327  26 1F                ROL FROM+1
0329  0A                   ASL A
032A  26 1F                ROL FROM+1
032C  0A                   ASL A
032D  26 1F                ROL FROM+1      ; 8 * index
032F  18                   CLC
0330  79 55 04             ADC PLACES+1,Y
0333  85 1E                STA FROM
0335  A5 1F                LDA FROM+1
0337  79 56 04             ADC PLACES+2,Y
033A  85 1F                STA FROM+1      ; -> the set
033C  A0 07                LDY #7
033E  B1 1E        WCOPY:  LDA (FROM),Y
0340  99 18 E0             STA ATTACK,Y
0343  88                   DEY
0344  10 F8                BPL WCOPY
0346  A2 18                LDX #<ATTACK
0348  86 10                STX PTR
034A  A2 E0                LDX #>ATTACK
034C  86 11                STX PTR+1
034E  C6 26        WMORE:  DEC TURNS
0350  30 06                BMI WDONE
0352  20 D3 03             JSR WTURN
0355  4C 4E 03             JMP WMORE
0358  60           WDONE:  RTS
; Computes the key of a square; see WKEY.
0359  85 12        WKEY:   STA REC
035B  A9 00                LDA #0
035D  85 13                STA REC+1
035F  06 12                ASL REC
0361  26 13                ROL REC+1
0363  06 12                ASL REC
0365  26 13                ROL REC+1
0367  06 12                ASL REC
0369  26 13                ROL REC+1       ; 8 times the square
036B  85 30                STA BUF         ; two bytes 0 below
036D  85 31                STA BUF+1
036F  85 3A                STA BUF+10      ; one above
0371  85 16                STA KEY
0373  85 17                STA KEY+1
0375  85 18                STA KEY+2
0377  A5 12                LDA REC
0379  18                   CLC
037A  69 54                ADC #<MASKS
037C  85 14                STA MASK
037E  A5 13                LDA REC+1
0380  69 07                ADC #>MASKS
0382  85 15                STA MASK+1
0384  A5 12                LDA REC
0386  18                   CLC
0387  69 54                ADC #<KEYS
0389  85 12                STA REC
038B  A5 13                LDA REC+1
038D  69 05                ADC #>KEYS
038F  85 13                STA REC+1
0391  A0 07                LDY #7
0393  B1 10        WMASK:  LDA (PTR),Y
0395  31 14                AND (MASK),Y    ; the masked board
0397  99 32 00             STA BUF+2,Y
039A  88                   DEY
039B  10 F6                BPL WMASK
039D  C8           WNEXT:  INY             ; from 0
039E  B1 12                LDA (REC),Y
03A0  29 0F                AND #$0F
03A2  AA                   TAX             ; three bytes
03A3  A5 16                LDA KEY
03A5  15 30                ORA BUF,X
03A7  85 16                STA KEY
03A9  A5 17                LDA KEY+1
03AB  15 31                ORA BUF+1,X
03AD  85 17                STA KEY+1
03AF  A5 18                LDA KEY+2
03B1  15 32                ORA BUF+2,X
03B3  85 18                STA KEY+2
03B5  B1 12                LDA (REC),Y
03B7  29 70                AND #$70
03B9  F0 0B                BEQ WLAST
03BB  06 16        WTWICE: ASL KEY
03BD  26 17                ROL KEY+1
03BF  26 18                ROL KEY+2
03C1  38                   SEC
03C2  E9 10                SBC #$10
03C4  D0 F5                BNE WTWICE
03C6  B1 12        WLAST:  LDA (REC),Y
03C8  10 D3                BPL WNEXT
03CA  C8                   INY             ; end of the entries
03CB  B1 12                LDA (REC),Y
03CD  25 18                AND KEY+2       ; k bits
03CF  AA                   TAX
03D0  A5 17                LDA KEY+1
03D2  60                   RTS
; Makes a quarter turn; see WTURN.
03D3  A0 00        WTURN:  LDY #0
03D5  B1 10                LDA (PTR),Y
03D7  85 19                STA RING
03D9  C8                   INY
03DA  B1 10                LDA (PTR),Y
03DC  85 1A                STA SEAM
03DE  29 0F                AND #$0F        ; the ring of 12: A and RING
03E0  06 19                ASL RING
03E2  2A                   ROL A
03E3  06 19                ASL RING
03E5  2A                   ROL A
03E6  06 19                ASL RING
03E8  2A                   ROL A           ; up 3; the bits shifted out are in bits 4-6
03E9  AA                   TAX
03EA  4A                   LSR A
03EB  4A                   LSR A
03EC  4A                   LSR A
03ED  4A                   LSR A
03EE  05 19                ORA RING
03F0  88                   DEY
03F1  91 10                STA (PTR),Y     ; byte 0
03F3  8A                   TXA
03F4  29 0F                AND #$0F
03F6  85 19                STA RING        ; new low nibble of byte 1
03F8  A0 07                LDY #7
03FA  B1 10                LDA (PTR),Y
03FC  45 1A                EOR SEAM
03FE  29 0F                AND #$0F
0400  45 1A                EOR SEAM
0402  AA                   TAX             ; X = the seam: nibble 3 high, nibble 14 low
0403  88                   DEY
0404  B1 10                LDA (PTR),Y
0406  85 1C                STA LAST
0408  88                   DEY
0409  B1 10                LDA (PTR),Y
040B  85 1B                STA PREV        ; the two bytes below the seam: 5 and 6
040D  20 3B 04             JSR WSTEP
0410  85 1A                STA SEAM        ; the seam turned
0412  A0 07                LDY #7
0414  B1 10                LDA (PTR),Y
0416  29 F0                AND #$F0        ; the corners
0418  0A                   ASL A           ; up 1; bit 7 is now the carry
0419  69 0F                ADC #$0F        ; which carries into bit 4
041B  45 1A                EOR SEAM
041D  29 F0                AND #$F0
041F  45 1A                EOR SEAM        ; below them nibble 14
0421  91 10                STA (PTR),Y
0423  A5 1A                LDA SEAM
0425  29 F0                AND #$F0        ; nibble 3
0427  05 19                ORA RING
0429  A0 01                LDY #1
042B  91 10                STA (PTR),Y
042D  C8           WLOOP:  INY
042E  B1 10                LDA (PTR),Y
0430  AA                   TAX
0431  20 3B 04             JSR WSTEP
0434  91 10                STA (PTR),Y
0436  C0 06                CPY #6
0438  D0 F3                BNE WLOOP
043A  60                   RTS
; A = the ring's byte two places up: low nibble of LAST, high nibble of PREV. PREV,
; LAST become LAST, X.
043B  A5 1B        WSTEP:  LDA PREV
043D  45 1C                EOR LAST
043F  29 F0                AND #$F0
0441  45 1C                EOR LAST        ; high nibble of PREV, low nibble of LAST
0443  0A                   ASL A
0444  69 80                ADC #$80
0446  2A                   ROL A
0447  0A                   ASL A
0448  69 80                ADC #$80
044A  2A                   ROL A           ; exchange them
044B  48                   PHA
044C  A5 1C                LDA LAST
044E  85 1B                STA PREV
0450  86 1C                STX LAST
0452  68                   PLA
0453  60                   RTS
; Places: page of the index table, sets of the base square, turns from it.
0454               PLACES:
0454  50 00 29 00          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),0  ; a8 from a8
0458  60 88 2A 00          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),0  ; b8 from b8
045C  70 D8 2B 00          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),0  ; c8 from c8
0460  80 08 2E 00          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),0  ; d8 from d8
0464  90 A8 30 00          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),0  ; e8 from e8
0468  98 48 33 00          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),0  ; f8 from f8
046C  A0 78 35 00          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),0  ; g8 from g8
0470  50 00 29 01          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),1  ; h8 from a8
0474  A0 78 35 03          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),3  ; a7 from g8
0478  A8 C8 36 00          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),0  ; b7 from b7
047C  AC E8 37 00          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),0  ; c7 from c7
0480  B0 C8 39 00          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),0  ; d7 from d7
0484  C0 08 3C 00          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),0  ; e7 from e7
0488  C4 48 3E 00          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),0  ; f7 from f7
048C  A8 C8 36 01          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),1  ; g7 from b7
0490  60 88 2A 01          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),1  ; h7 from b8
0494  98 48 33 03          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),3  ; a6 from f8
0498  C4 48 3E 03          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),3  ; b6 from f7
049C  C8 28 40 00          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),0  ; c6 from c6
04A0  CC 48 43 00          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),0  ; d6 from d6
04A4  D0 08 47 00          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),0  ; e6 from e6
04A8  C8 28 40 01          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),1  ; f6 from c6
04AC  AC E8 37 01          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),1  ; g6 from c7
04B0  70 D8 2B 01          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),1  ; h6 from c8
04B4  90 A8 30 03          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),3  ; a5 from e8
04B8  C0 08 3C 03          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),3  ; b5 from e7
04BC  D0 08 47 03          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),3  ; c5 from e6
04C0  D8 C8 4A 00          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),0  ; d5 from d5
04C4  D8 C8 4A 01          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),1  ; e5 from d5
04C8  CC 48 43 01          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),1  ; f5 from d6
04CC  B0 C8 39 01          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),1  ; g5 from d7
04D0  80 08 2E 01          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),1  ; h5 from d8
04D4  88 08 2E 03          DB HIGH INDEX+56,LOW (SETS+1288),HIGH (SETS+1288),3  ; a4 from d8
04D8  B0 C8 39 03          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),3  ; b4 from d7
04DC  CC 48 43 03          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),3  ; c4 from d6
04E0  D8 C8 4A 03          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),3  ; d4 from d5
04E4  D8 C8 4A 02          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),2  ; e4 from d5
04E8  D0 08 47 01          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),1  ; f4 from e6
04EC  C0 08 3C 01          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),1  ; g4 from e7
04F0  90 A8 30 01          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),1  ; h4 from e8
04F4  78 D8 2B 03          DB HIGH INDEX+40,LOW (SETS+728),HIGH (SETS+728),3  ; a3 from c8
04F8  AC E8 37 03          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),3  ; b3 from c7
04FC  C8 28 40 03          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),3  ; c3 from c6
0500  D0 08 47 02          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),2  ; d3 from e6
0504  CC 48 43 02          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),2  ; e3 from d6
0508  C8 28 40 02          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),2  ; f3 from c6
050C  C4 48 3E 01          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),1  ; g3 from f7
0510  98 48 33 01          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),1  ; h3 from f8
0514  60 88 2A 03          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),3  ; a2 from b8
0518  A8 C8 36 03          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),3  ; b2 from b7
051C  C4 48 3E 02          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),2  ; c2 from f7
0520  C0 08 3C 02          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),2  ; d2 from e7
0524  B0 C8 39 02          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),2  ; e2 from d7
0528  AC E8 37 02          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),2  ; f2 from c7
052C  A8 C8 36 02          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),2  ; g2 from b7
0530  A0 78 35 01          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),1  ; h2 from g8
0534  50 00 29 03          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),3  ; a1 from a8
0538  A0 78 35 02          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),2  ; b1 from g8
053C  98 48 33 02          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),2  ; c1 from f8
0540  90 A8 30 02          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),2  ; d1 from e8
0544  80 08 2E 02          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),2  ; e1 from d8
0548  70 D8 2B 02          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),2  ; f1 from c8
054C  60 88 2A 02          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),2  ; g1 from b8
0550  50 00 29 02          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),2  ; h1 from a8
; Keys: entries, then the mask of the high byte. Comment: the square and its shifts t.
0554               KEYS:
0554  43 21 13 87          DB $43,$21,$13,$87,$0F,$00,$00,$00  ; a8: 43 55 37 4
0558  0F 00 00 00
055C  38 03 16 10          DB $38,$03,$16,$10,$84,$0F,$00,$00  ; b8: 1 38 14 61 28
0560  84 0F 00 00
0564  01 06 18 43          DB $01,$06,$18,$43,$94,$07,$00,$00  ; c8: 59 19 3 42 30
0568  94 07 00 00
056C  18 23 16 34          DB $18,$23,$16,$34,$80,$07,$00,$00  ; d8: 4 43 17 32 61
0570  80 07 00 00
0574  02 05 46 00          DB $02,$05,$46,$00,$03,$87,$07,$00  ; e8: 49 25 17 61 37 5
0578  03 87 07 00
057C  15 21 03 26          DB $15,$21,$03,$26,$97,$07,$00,$00  ; f8: 27 58 40 16 6
0580  97 07 00 00
0584  11 15 03 36          DB $11,$15,$03,$36,$87,$07,$00,$00  ; g8: 58 25 40 16 5
0588  87 07 00 00
058C  15 43 81 0F          DB $15,$43,$81,$0F,$00,$00,$00,$00  ; h8: 25 40 52
0590  00 00 00 00
0594  05 38 02 46          DB $05,$38,$02,$46,$83,$07,$00,$00  ; a7: 28 4 49 17 37
0598  83 07 00 00
059C  34 16 03 87          DB $34,$16,$03,$87,$03,$00,$00,$00  ; b7: 34 15 38 6
05A0  03 00 00 00
05A4  18 16 03 C4          DB $18,$16,$03,$C4,$03,$00,$00,$00  ; c7: 4 19 42 34
05A8  03 00 00 00
05AC  45 16 14 02          DB $45,$16,$14,$02,$87,$0F,$00,$00  ; d7: 26 14 29 44 4
05B0  87 0F 00 00
05B4  37 02 18 03          DB $37,$02,$18,$03,$16,$94,$03,$00  ; e7: 12 49 1 40 16 31
05B8  16 94 03 00
05BC  04 06 17 02          DB $04,$06,$17,$02,$28,$83,$03,$00  ; f7: 33 17 9 48 0 38
05C0  28 83 03 00
05C4  18 03 45 85          DB $18,$03,$45,$85,$03,$00,$00,$00  ; g7: 3 42 26 22
05C8  03 00 00 00
05CC  01 05 28 36          DB $01,$05,$28,$36,$93,$0F,$00,$00  ; h7: 58 26 2 16 37
05D0  93 0F 00 00
05D4  05 28 16 22          DB $05,$28,$16,$22,$A3,$07,$00,$00  ; a6: 28 4 18 49 39
05D8  A3 07 00 00
05DC  03 05 16 27          DB $03,$05,$16,$27,$C8,$03,$00,$00  ; b6: 45 29 21 12 2
05E0  C8 03 00 00
05E4  34 16 03 97          DB $34,$16,$03,$97,$03,$00,$00,$00  ; c6: 35 16 39 7
05E8  03 00 00 00
05EC  03 18 56 94          DB $03,$18,$56,$94,$03,$00,$00,$00  ; d6: 45 5 20 31
05F0  03 00 00 00
05F4  02 07 18 16          DB $02,$07,$18,$16,$03,$A4,$07,$00  ; e6: 49 9 1 16 39 31
05F8  03 A4 07 00
05FC  18 03 45 95          DB $18,$03,$45,$95,$03,$00,$00,$00  ; f6: 4 43 27 23
0600  03 00 00 00
0604  13 17 04 85          DB $13,$17,$04,$85,$03,$00,$00,$00  ; g6: 40 7 30 22
0608  03 00 00 00
060C  26 11 03 17          DB $26,$11,$03,$17,$94,$07,$00,$00  ; h6: 18 56 39 7 30
0610  94 07 00 00
0614  32 06 48 03          DB $32,$06,$48,$03,$04,$86,$07,$00  ; a5: 52 17 1 37 29 13
0618  04 86 07 00
061C  17 05 18 33          DB $17,$05,$18,$33,$A5,$03,$00,$00  ; b5: 13 28 4 43 24
0620  A5 03 00 00
0624  15 03 68 05          DB $15,$03,$68,$05,$86,$07,$00,$00  ; c5: 28 43 3 21 13
0628  86 07 00 00
062C  23 16 27 84          DB $23,$16,$27,$84,$07,$00,$00,$00  ; d5: 42 16 7 29
0630  07 00 00 00
0634  18 23 36 94          DB $18,$23,$36,$94,$07,$00,$00,$00  ; e5: 4 43 17 30
0638  07 00 00 00
063C  26 03 14 A7          DB $26,$03,$14,$A7,$03,$00,$00,$00  ; f5: 19 41 33 8
0640  03 00 00 00
0644  18 16 03 24          DB $18,$16,$03,$24,$A6,$0F,$00,$00  ; g5: 2 17 40 32 14
0648  A6 0F 00 00
064C  26 21 13 24          DB $26,$21,$13,$24,$87,$07,$00,$00  ; h5: 20 58 40 31 5
0650  87 07 00 00
0654  06 58 12 84          DB $06,$58,$12,$84,$07,$00,$00,$00  ; a4: 19 3 46 29
0658  07 00 00 00
065C  15 13 06 27          DB $15,$13,$06,$27,$A3,$0F,$00,$00  ; b4: 26 41 16 8 38
0660  A3 0F 00 00
0664  23 06 17 A4          DB $23,$06,$17,$A4,$03,$00,$00,$00  ; c4: 43 17 9 32
0668  03 00 00 00
066C  15 26 33 97          DB $15,$26,$33,$97,$07,$00,$00,$00  ; d4: 28 19 41 6
0670  07 00 00 00
0674  26 13 24 87          DB $26,$13,$24,$87,$07,$00,$00,$00  ; e4: 18 40 31 5
0678  07 00 00 00
067C  18 05 66 02          DB $18,$05,$66,$02,$83,$07,$00,$00  ; f4: 4 27 19 45 37
0680  83 07 00 00
0684  14 05 18 36          DB $14,$05,$18,$36,$A2,$03,$00,$00  ; g4: 37 28 4 19 48
0688  A2 03 00 00
068C  11 03 45 03          DB $11,$03,$45,$03,$06,$87,$07,$00  ; h4: 58 41 25 37 13 5
0690  06 87 07 00
0694  03 06 18 04          DB $03,$06,$18,$04,$E5,$07,$00,$00  ; a3: 44 20 4 35 27
0698  E5 07 00 00
069C  16 14 02 87          DB $16,$14,$02,$87,$03,$00,$00,$00  ; b3: 16 31 46 6
06A0  03 00 00 00
06A4  15 06 48 92          DB $15,$06,$48,$92,$03,$00,$00,$00  ; c3: 28 19 3 47
06A8  03 00 00 00
06AC  04 15 13 06          DB $04,$15,$13,$06,$A7,$07,$00,$00  ; d3: 33 25 40 15 7
06B0  A7 07 00 00
06B4  05 16 53 97          DB $05,$16,$53,$97,$03,$00,$00,$00  ; e3: 29 21 44 7
06B8  03 00 00 00
06BC  37 13 04 96          DB $37,$13,$04,$96,$03,$00,$00,$00  ; f3: 11 40 31 15
06C0  03 00 00 00
06C4  03 06 18 24          DB $03,$06,$18,$24,$C5,$03,$00,$00  ; g3: 45 21 5 36 26
06C8  C5 03 00 00
06CC  05 28 33 01          DB $05,$28,$33,$01,$A6,$07,$00,$00  ; h3: 28 4 42 55 15
06D0  A6 07 00 00
06D4  05 28 33 16          DB $05,$28,$33,$16,$81,$0F,$00,$00  ; a2: 26 2 40 13 52
06D8  81 0F 00 00
06DC  15 06 48 82          DB $15,$06,$48,$82,$03,$00,$00,$00  ; b2: 27 18 2 46
06E0  03 00 00 00
06E4  03 04 17 25          DB $03,$04,$17,$25,$86,$03,$00,$00  ; c2: 41 33 9 24 14
06E8  86 03 00 00
06EC  34 15 03 16          DB $34,$15,$03,$16,$97,$03,$00,$00  ; d2: 36 25 40 16 7
06F0  97 03 00 00
06F4  02 48 13 17          DB $02,$48,$13,$17,$04,$85,$0F,$00  ; e2: 50 2 38 5 28 20
06F8  04 85 0F 00
06FC  15 13 06 C7          DB $15,$13,$06,$C7,$03,$00,$00,$00  ; f2: 28 43 18 10
0700  03 00 00 00
0704  37 13 04 86          DB $37,$13,$04,$86,$03,$00,$00,$00  ; g2: 10 39 30 14
0708  03 00 00 00
070C  05 38 23 21          DB $05,$38,$23,$21,$86,$07,$00,$00  ; h2: 28 4 41 55 13
0710  86 07 00 00
0714  18 26 A2 0F          DB $18,$26,$A2,$0F,$00,$00,$00,$00  ; a1: 1 16 46
0718  00 00 00 00
071C  32 18 03 36          DB $32,$18,$03,$36,$84,$07,$00,$00  ; b1: 52 1 40 16 29
0720  84 07 00 00
0724  12 38 03 26          DB $12,$38,$03,$26,$94,$07,$00,$00  ; c1: 52 3 40 16 30
0728  94 07 00 00
072C  03 05 28 21          DB $03,$05,$28,$21,$04,$86,$07,$00  ; d1: 41 25 1 55 29 13
0730  04 86 07 00
0734  15 26 13 17          DB $15,$26,$13,$17,$A1,$07,$00,$00  ; e1: 28 19 41 8 55
0738  A1 07 00 00
073C  03 15 46 17          DB $03,$15,$46,$17,$81,$07,$00,$00  ; f1: 43 27 18 6 53
0740  81 07 00 00
0744  25 11 03 26          DB $25,$11,$03,$26,$87,$0F,$00,$00  ; g1: 25 55 38 14 4
0748  87 0F 00 00
074C  42 16 84 0F          DB $42,$16,$84,$0F,$00,$00,$00,$00  ; h1: 49 13 28
0750  00 00 00 00
; Masks: for each square, a8 to h1, the 8 bytes of its rays without their last squares.
0754               MASKS:
0754  07 0E E0 00          DB $07,$0E,$E0,$00,$00,$00,$00,$0E  ; a8
0758  00 00 00 0E
075C  07 00 62 04          DB $07,$00,$62,$04,$40,$10,$90,$00  ; b8
0760  40 10 90 00
0764  07 00 A1 02          DB $07,$00,$A1,$02,$20,$08,$48,$00  ; c8
0768  20 08 48 00
076C  07 80 C0 01          DB $07,$80,$C0,$01,$10,$04,$20,$01  ; d8
0770  10 04 20 01
0774  06 10 E4 20          DB $06,$10,$E4,$20,$81,$00,$01,$00  ; e8
0778  81 00 01 00
077C  05 20 E8 48          DB $05,$20,$E8,$48,$00,$01,$02,$00  ; f8
0780  00 01 02 00
0784  03 40 F0 90          DB $03,$40,$F0,$90,$00,$02,$04,$00  ; g8
0788  00 02 04 00
078C  3F 00 E0 00          DB $3F,$00,$E0,$00,$0E,$00,$00,$00  ; h8
0790  0E 00 00 00
0794  00 06 09 20          DB $00,$06,$09,$20,$40,$00,$04,$0F  ; a7
0798  40 00 04 0F
079C  00 00 0B 24          DB $00,$00,$0B,$24,$00,$10,$94,$01  ; b7
07A0  00 10 94 01
07A4  00 00 08 22          DB $00,$00,$08,$22,$60,$08,$4C,$01  ; c7
07A8  60 08 4C 01
07AC  00 80 09 21          DB $00,$80,$09,$21,$50,$04,$24,$00  ; d7
07B0  50 04 24 00
07B4  00 10 0D 00          DB $00,$10,$0D,$00,$C1,$00,$05,$01  ; e7
07B8  C1 00 05 01
07BC  00 20 01 68          DB $00,$20,$01,$68,$40,$01,$06,$01  ; f7
07C0  40 01 06 01
07C4  00 40 19 B0          DB $00,$40,$19,$B0,$40,$02,$00,$01  ; g7
07C8  40 02 00 01
07CC  38 00 09 20          DB $38,$00,$09,$20,$46,$00,$04,$01  ; h7
07D0  46 00 04 01
07D4  00 8A 04 10          DB $00,$8A,$04,$10,$20,$00,$82,$0E  ; a6
07D8  20 00 82 0E
07DC  00 80 06 14          DB $00,$80,$06,$14,$60,$10,$12,$00  ; b6
07E0  60 10 12 00
07E4  00 80 05 12          DB $00,$80,$05,$12,$00,$08,$CA,$00  ; c6
07E8  00 08 CA 00
07EC  00 00 04 11          DB $00,$00,$04,$11,$30,$04,$A2,$01  ; d6
07F0  30 04 A2 01
07F4  00 90 00 30          DB $00,$90,$00,$30,$A1,$00,$83,$00  ; e6
07F8  A1 00 83 00
07FC  00 A0 0C 58          DB $00,$A0,$0C,$58,$20,$01,$80,$00  ; f6
0800  20 01 80 00
0804  00 C0 14 80          DB $00,$C0,$14,$80,$20,$02,$86,$00  ; g6
0808  20 02 86 00
080C  38 80 04 10          DB $38,$80,$04,$10,$2A,$00,$82,$00  ; h6
0810  2A 00 82 00
0814  00 0C 12 08          DB $00,$0C,$12,$08,$10,$00,$41,$0E  ; a5
0818  10 00 41 0E
081C  00 00 10 0C          DB $00,$00,$10,$0C,$50,$10,$D1,$00  ; b5
0820  50 10 D1 00
0824  00 00 13 0A          DB $00,$00,$13,$0A,$30,$08,$09,$00  ; c5
0828  30 08 09 00
082C  00 80 12 09          DB $00,$80,$12,$09,$00,$04,$61,$01  ; d5
0830  00 04 61 01
0834  00 10 16 28          DB $00,$10,$16,$28,$91,$00,$40,$00  ; e5
0838  91 00 40 00
083C  00 20 1A 40          DB $00,$20,$1A,$40,$10,$01,$43,$00  ; f5
0840  10 01 43 00
0844  00 40 02 98          DB $00,$40,$02,$98,$10,$02,$45,$00  ; g5
0848  10 02 45 00
084C  38 00 12 08          DB $38,$00,$12,$08,$1C,$00,$41,$00  ; h5
0850  1C 00 41 00
0854  00 1E 00 41          DB $00,$1E,$00,$41,$00,$12,$08,$0C  ; a4
0858  00 12 08 0C
085C  00 10 02 45          DB $00,$10,$02,$45,$40,$02,$98,$00  ; b4
0860  40 02 98 00
0864  00 10 01 43          DB $00,$10,$01,$43,$20,$1A,$40,$00  ; c4
0868  20 1A 40 00
086C  00 90 00 40          DB $00,$90,$00,$40,$10,$16,$28,$01  ; d4
0870  10 16 28 01
0874  00 00 04 61          DB $00,$00,$04,$61,$81,$12,$09,$00  ; e4
0878  81 12 09 00
087C  00 30 08 09          DB $00,$30,$08,$09,$00,$13,$0A,$00  ; f4
0880  00 13 0A 00
0884  00 50 10 D1          DB $00,$50,$10,$D1,$00,$10,$0C,$00  ; g4
0888  00 10 0C 00
088C  30 10 00 41          DB $30,$10,$00,$41,$0E,$12,$08,$00  ; h4
0890  0E 12 08 00
0894  00 2E 00 82          DB $00,$2E,$00,$82,$80,$04,$10,$0A  ; a3
0898  80 04 10 0A
089C  00 20 02 86          DB $00,$20,$02,$86,$C0,$14,$80,$00  ; b3
08A0  C0 14 80 00
08A4  00 20 01 80          DB $00,$20,$01,$80,$A0,$0C,$58,$00  ; c3
08A8  A0 0C 58 00
08AC  00 A0 00 83          DB $00,$A0,$00,$83,$90,$00,$30,$01  ; d3
08B0  90 00 30 01
08B4  00 30 04 A2          DB $00,$30,$04,$A2,$01,$04,$11,$00  ; e3
08B8  01 04 11 00
08BC  00 00 08 CA          DB $00,$00,$08,$CA,$80,$05,$12,$00  ; f3
08C0  80 05 12 00
08C4  00 60 10 12          DB $00,$60,$10,$12,$80,$06,$14,$00  ; g3
08C8  80 06 14 00
08CC  28 20 00 82          DB $28,$20,$00,$82,$8E,$04,$10,$00  ; h3
08D0  8E 04 10 00
08D4  00 4E 00 04          DB $00,$4E,$00,$04,$01,$09,$20,$06  ; a2
08D8  01 09 20 06
08DC  00 40 02 00          DB $00,$40,$02,$00,$41,$19,$B0,$00  ; b2
08E0  41 19 B0 00
08E4  00 40 01 06          DB $00,$40,$01,$06,$21,$01,$68,$00  ; c2
08E8  21 01 68 00
08EC  00 C0 00 05          DB $00,$C0,$00,$05,$11,$0D,$00,$01  ; d2
08F0  11 0D 00 01
08F4  00 50 04 24          DB $00,$50,$04,$24,$80,$09,$21,$00  ; e2
08F8  80 09 21 00
08FC  00 60 08 4C          DB $00,$60,$08,$4C,$01,$08,$22,$00  ; f2
0900  01 08 22 00
0904  00 00 10 94          DB $00,$00,$10,$94,$01,$0B,$24,$00  ; g2
0908  01 0B 24 00
090C  18 40 00 04          DB $18,$40,$00,$04,$0F,$09,$20,$00  ; h2
0910  0F 09 20 00
0914  C0 0F 00 00          DB $C0,$0F,$00,$00,$00,$E0,$00,$0E  ; a1
0918  00 E0 00 0E
091C  C0 00 02 04          DB $C0,$00,$02,$04,$40,$F0,$90,$00  ; b1
0920  40 F0 90 00
0924  40 01 01 02          DB $40,$01,$01,$02,$20,$E8,$48,$00  ; c1
0928  20 E8 48 00
092C  80 81 00 01          DB $80,$81,$00,$01,$10,$E4,$20,$01  ; d1
0930  10 E4 20 01
0934  C0 11 04 20          DB $C0,$11,$04,$20,$81,$C0,$01,$00  ; e1
0938  81 C0 01 00
093C  C0 21 08 48          DB $C0,$21,$08,$48,$00,$A1,$02,$00  ; f1
0940  00 A1 02 00
0944  C0 41 10 90          DB $C0,$41,$10,$90,$00,$62,$04,$00  ; g1
0948  00 62 04 00
094C  F8 01 00 00          DB $F8,$01,$00,$00,$0E,$E0,$00,$00  ; h1
0950  0E E0 00 00
        ORG SETS
        INCBIN "../rook-sets.bin"
        ORG INDEX
        INCBIN "../rook-index.bin"
