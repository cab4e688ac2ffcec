;! routine: TBIT
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1, (PTR) = table.0, (PTR+1) = table.1
;! out: A = mask, (AT) = address.0, (AT+1) = address.1
;! clobbers: X, P
;! ensures: address = (table + board mod 8192) mod 65536
;! ensures: mask = 1 << (board >> 13 & 7)
;! title: Finds the bit of a 4x4 board in a table of outcomes
; The table has 8192 bytes. Board b, as a word, has bit b / 8192 of byte b mod 8192.
PTR     EQU $10
AT    EQU $14
TBIT:   CLC
        ADC PTR
        STA AT
        TXA
        AND #$1F
        ADC PTR+1
        STA AT+1
        TXA
        LSR
        LSR
        LSR
        LSR
        LSR
        TAX
        LDA TBITS,X
        RTS
TBITS:  DB 1,2,4,8,16,32,64,128
