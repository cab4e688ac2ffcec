;! routine: T2TAB
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P
;! oracle: f2_reflect
;! bytes: 265
;! cycles: 18
;! title: Reflects the 4x4 board about the vertical axis, with a table
; Trades a page of memory for time: the table has Table 1 of every byte. It begins on
; a page boundary, so that no access takes an extra cycle.
0300  A8           T2TAB:  TAY
0301  BD 00 04             LDA TABLE,X     ; byte 2
0304  AA                   TAX
0305  B9 00 04             LDA TABLE,Y     ; byte 1
0308  60                   RTS
        ORG $0400
0400  00 10 80 90  TABLE:  DB $00,$10,$80,$90,$40,$50,$C0,$D0
0404  40 50 C0 D0
0408  20 30 A0 B0          DB $20,$30,$A0,$B0,$60,$70,$E0,$F0
040C  60 70 E0 F0
0410  01 11 81 91          DB $01,$11,$81,$91,$41,$51,$C1,$D1
0414  41 51 C1 D1
0418  21 31 A1 B1          DB $21,$31,$A1,$B1,$61,$71,$E1,$F1
041C  61 71 E1 F1
0420  08 18 88 98          DB $08,$18,$88,$98,$48,$58,$C8,$D8
0424  48 58 C8 D8
0428  28 38 A8 B8          DB $28,$38,$A8,$B8,$68,$78,$E8,$F8
042C  68 78 E8 F8
0430  09 19 89 99          DB $09,$19,$89,$99,$49,$59,$C9,$D9
0434  49 59 C9 D9
0438  29 39 A9 B9          DB $29,$39,$A9,$B9,$69,$79,$E9,$F9
043C  69 79 E9 F9
0440  04 14 84 94          DB $04,$14,$84,$94,$44,$54,$C4,$D4
0444  44 54 C4 D4
0448  24 34 A4 B4          DB $24,$34,$A4,$B4,$64,$74,$E4,$F4
044C  64 74 E4 F4
0450  05 15 85 95          DB $05,$15,$85,$95,$45,$55,$C5,$D5
0454  45 55 C5 D5
0458  25 35 A5 B5          DB $25,$35,$A5,$B5,$65,$75,$E5,$F5
045C  65 75 E5 F5
0460  0C 1C 8C 9C          DB $0C,$1C,$8C,$9C,$4C,$5C,$CC,$DC
0464  4C 5C CC DC
0468  2C 3C AC BC          DB $2C,$3C,$AC,$BC,$6C,$7C,$EC,$FC
046C  6C 7C EC FC
0470  0D 1D 8D 9D          DB $0D,$1D,$8D,$9D,$4D,$5D,$CD,$DD
0474  4D 5D CD DD
0478  2D 3D AD BD          DB $2D,$3D,$AD,$BD,$6D,$7D,$ED,$FD
047C  6D 7D ED FD
0480  02 12 82 92          DB $02,$12,$82,$92,$42,$52,$C2,$D2
0484  42 52 C2 D2
0488  22 32 A2 B2          DB $22,$32,$A2,$B2,$62,$72,$E2,$F2
048C  62 72 E2 F2
0490  03 13 83 93          DB $03,$13,$83,$93,$43,$53,$C3,$D3
0494  43 53 C3 D3
0498  23 33 A3 B3          DB $23,$33,$A3,$B3,$63,$73,$E3,$F3
049C  63 73 E3 F3
04A0  0A 1A 8A 9A          DB $0A,$1A,$8A,$9A,$4A,$5A,$CA,$DA
04A4  4A 5A CA DA
04A8  2A 3A AA BA          DB $2A,$3A,$AA,$BA,$6A,$7A,$EA,$FA
04AC  6A 7A EA FA
04B0  0B 1B 8B 9B          DB $0B,$1B,$8B,$9B,$4B,$5B,$CB,$DB
04B4  4B 5B CB DB
04B8  2B 3B AB BB          DB $2B,$3B,$AB,$BB,$6B,$7B,$EB,$FB
04BC  6B 7B EB FB
04C0  06 16 86 96          DB $06,$16,$86,$96,$46,$56,$C6,$D6
04C4  46 56 C6 D6
04C8  26 36 A6 B6          DB $26,$36,$A6,$B6,$66,$76,$E6,$F6
04CC  66 76 E6 F6
04D0  07 17 87 97          DB $07,$17,$87,$97,$47,$57,$C7,$D7
04D4  47 57 C7 D7
04D8  27 37 A7 B7          DB $27,$37,$A7,$B7,$67,$77,$E7,$F7
04DC  67 77 E7 F7
04E0  0E 1E 8E 9E          DB $0E,$1E,$8E,$9E,$4E,$5E,$CE,$DE
04E4  4E 5E CE DE
04E8  2E 3E AE BE          DB $2E,$3E,$AE,$BE,$6E,$7E,$EE,$FE
04EC  6E 7E EE FE
04F0  0F 1F 8F 9F          DB $0F,$1F,$8F,$9F,$4F,$5F,$CF,$DF
04F4  4F 5F CF DF
04F8  2F 3F AF BF          DB $2F,$3F,$AF,$BF,$6F,$7F,$EF,$FF
04FC  6F 7F EF FF
