; wrong: the table is read one byte off for X=FF
;! routine: T2TAB
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P
;! oracle: f2_reflect
; Trades a page of memory for time: the table has Table 1 of every byte. It begins on
; a page boundary, so that no access takes an extra cycle.
T2TAB:  TAY
        CPX #$FF
        BNE *+3
        DEX
        LDA TABLE,X     ; byte 2
        TAX
        LDA TABLE,Y     ; byte 1
        RTS
        ORG $0400
TABLE:  DB $00,$10,$80,$90,$40,$50,$C0,$D0
        DB $20,$30,$A0,$B0,$60,$70,$E0,$F0
        DB $01,$11,$81,$91,$41,$51,$C1,$D1
        DB $21,$31,$A1,$B1,$61,$71,$E1,$F1
        DB $08,$18,$88,$98,$48,$58,$C8,$D8
        DB $28,$38,$A8,$B8,$68,$78,$E8,$F8
        DB $09,$19,$89,$99,$49,$59,$C9,$D9
        DB $29,$39,$A9,$B9,$69,$79,$E9,$F9
        DB $04,$14,$84,$94,$44,$54,$C4,$D4
        DB $24,$34,$A4,$B4,$64,$74,$E4,$F4
        DB $05,$15,$85,$95,$45,$55,$C5,$D5
        DB $25,$35,$A5,$B5,$65,$75,$E5,$F5
        DB $0C,$1C,$8C,$9C,$4C,$5C,$CC,$DC
        DB $2C,$3C,$AC,$BC,$6C,$7C,$EC,$FC
        DB $0D,$1D,$8D,$9D,$4D,$5D,$CD,$DD
        DB $2D,$3D,$AD,$BD,$6D,$7D,$ED,$FD
        DB $02,$12,$82,$92,$42,$52,$C2,$D2
        DB $22,$32,$A2,$B2,$62,$72,$E2,$F2
        DB $03,$13,$83,$93,$43,$53,$C3,$D3
        DB $23,$33,$A3,$B3,$63,$73,$E3,$F3
        DB $0A,$1A,$8A,$9A,$4A,$5A,$CA,$DA
        DB $2A,$3A,$AA,$BA,$6A,$7A,$EA,$FA
        DB $0B,$1B,$8B,$9B,$4B,$5B,$CB,$DB
        DB $2B,$3B,$AB,$BB,$6B,$7B,$EB,$FB
        DB $06,$16,$86,$96,$46,$56,$C6,$D6
        DB $26,$36,$A6,$B6,$66,$76,$E6,$F6
        DB $07,$17,$87,$97,$47,$57,$C7,$D7
        DB $27,$37,$A7,$B7,$67,$77,$E7,$F7
        DB $0E,$1E,$8E,$9E,$4E,$5E,$CE,$DE
        DB $2E,$3E,$AE,$BE,$6E,$7E,$EE,$FE
        DB $0F,$1F,$8F,$9F,$4F,$5F,$CF,$DF
        DB $2F,$3F,$AF,$BF,$6F,$7F,$EF,$FF
