;! routine: TBIT
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1, (PTR) = table.0, (PTR+1) = table.1
;! out: A = mask, (AT) = address.0, (AT+1) = address.1
;! clobbers: X, P
;! ensures: address = (table + board mod 8192) mod 65536
;! ensures: mask = 1 << (board >> 13 & 7)
;! bytes: 31
;! cycles: 42
;! title: Finds the bit of a 4x4 board in a table of outcomes
; The table has 8192 bytes. Board b, as a word, has bit b / 8192 of byte b mod 8192.
PTR     EQU $10
AT    EQU $14
0300  18           TBIT:   CLC
0301  65 10                ADC PTR
0303  85 14                STA AT
0305  8A                   TXA
0306  29 1F                AND #$1F
0308  65 11                ADC PTR+1
030A  85 15                STA AT+1
030C  8A                   TXA
030D  4A                   LSR
030E  4A                   LSR
030F  4A                   LSR
0310  4A                   LSR
0311  4A                   LSR
0312  AA                   TAX
0313  BD 17 03             LDA TBITS,X
0316  60                   RTS
0317  01 02 04 08  TBITS:  DB 1,2,4,8,16,32,64,128
031B  10 20 40 80
