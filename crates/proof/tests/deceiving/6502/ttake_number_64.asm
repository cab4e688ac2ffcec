; wrong: number 64 is not refused
;! routine: TTAKE
;! cpu: 6502
;! org: $0300
;! in: Y = number, A = board.0, X = board.1
;! out: A = board.0, X = board.1, C = refused
;! clobbers: P, (LO), (HI)
;! oracle: f2_take
; Figure 2. The 64 moves are numbered: the runs of each row, then the runs of two or
; more of each column. A move is a mask; the board must have all its counters. A
; number above 63 or an illegal move is refused: carry, and the board is unchanged.
LO      EQU $12
HI      EQU $13
TTAKE:  CPY #65
        BCS OUT         ; not a move
        STA LO
        STX HI
        AND BYTE1,Y
        CMP BYTE1,Y
        BNE NO          ; counters missing in byte 1
        TXA
        AND BYTE2,Y
        CMP BYTE2,Y
        BNE NO          ; in byte 2
        EOR HI          ; all present: remove them
        TAX
        LDA LO
        EOR BYTE1,Y
        CLC
        RTS
NO:     LDA LO
        SEC
OUT:    RTS
BYTE1:  DB $00,$00,$00,$00  ; 00, 00-01, 00-02, 00-03
        DB $00,$00,$00,$00  ; 01, 01-02, 01-03, 02
        DB $00,$00,$00,$00  ; 02-03, 03, 10, 10-11
        DB $00,$00,$00,$00  ; 10-12, 10-13, 11, 11-12
        DB $00,$00,$00,$00  ; 11-13, 12, 12-13, 13
        DB $20,$60,$64,$6C  ; 20, 20-21, 20-22, 20-23
        DB $40,$44,$4C,$04  ; 21, 21-22, 21-23, 22
        DB $0C,$08,$10,$90  ; 22-23, 23, 30, 30-31
        DB $92,$93,$80,$82  ; 30-32, 30-33, 31, 31-32
        DB $83,$02,$03,$01  ; 31-33, 32, 32-33, 33
        DB $00,$20,$30,$20  ; 00-10, 00-20, 00-30, 10-20
        DB $30,$30,$00,$40  ; 10-30, 20-30, 01-11, 01-21
        DB $C0,$40,$C0,$C0  ; 01-31, 11-21, 11-31, 21-31
        DB $00,$04,$06,$04  ; 02-12, 02-22, 02-32, 12-22
        DB $06,$06,$00,$08  ; 12-32, 22-32, 03-13, 03-23
        DB $09,$08,$09,$09  ; 03-33, 13-23, 13-33, 23-33
BYTE2:  DB $01,$03,$83,$93  ; 00, 00-01, 00-02, 00-03
        DB $02,$82,$92,$80  ; 01, 01-02, 01-03, 02
        DB $90,$10,$08,$0C  ; 02-03, 03, 10, 10-11
        DB $4C,$6C,$04,$44  ; 10-12, 10-13, 11, 11-12
        DB $64,$40,$60,$20  ; 11-13, 12, 12-13, 13
        DB $00,$00,$00,$00  ; 20, 20-21, 20-22, 20-23
        DB $00,$00,$00,$00  ; 21, 21-22, 21-23, 22
        DB $00,$00,$00,$00  ; 22-23, 23, 30, 30-31
        DB $00,$00,$00,$00  ; 30-32, 30-33, 31, 31-32
        DB $00,$00,$00,$00  ; 31-33, 32, 32-33, 33
        DB $09,$09,$09,$08  ; 00-10, 00-20, 00-30, 10-20
        DB $08,$00,$06,$06  ; 10-30, 20-30, 01-11, 01-21
        DB $06,$04,$04,$00  ; 01-31, 11-21, 11-31, 21-31
        DB $C0,$C0,$C0,$40  ; 02-12, 02-22, 02-32, 12-22
        DB $40,$00,$30,$30  ; 12-32, 22-32, 03-13, 03-23
        DB $30,$20,$20,$00  ; 03-33, 13-23, 13-33, 23-33
