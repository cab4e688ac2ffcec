;! routine: TNUM
;! cpu: 6502
;! org: $0300
;! in: X = first, Y = last
;! out: A = number, C = refused
;! clobbers: X, P, (FIRST), (LAST), (REST)
;! ensures: refused = (not ((first | last) & 0CCH = 0 and (first / 16 = last / 16 or first mod 16 = last mod 16)))
;! ensures: refused implies number = 255
;! ensures: not refused and first / 16 = last / 16 implies (let a = min(first mod 16, last mod 16) in number = 10 * (first / 16) + a * (9 - a) / 2 + max(first mod 16, last mod 16) - a)
;! ensures: not refused and first / 16 <> last / 16 implies (let a = min(first / 16, last / 16) in number = 39 + 6 * (first mod 16) + a * (7 - a) / 2 + max(first / 16, last / 16) - a)
;! title: Finds the number of a move on the 4x4 board
; A move is given by its end squares, in either order: 16 * row + column, both from 0.
; The moves are numbered: the runs of each row, then the runs of two or more of each
; column. Squares that are not on the board or not in a line are refused: 255 and carry.
FIRST   EQU $12
LAST    EQU $13
REST    EQU $14
TNUM:   STX FIRST
        STY LAST
        TXA
        ORA LAST
        AND #$CC        ; rows and columns are 0 to 3
        BNE TNONE
        CPX LAST
        BCC TORDER
        STX LAST        ; exchange
        STY FIRST
TORDER: LDA FIRST
        EOR LAST
        TAX             ; what differs
        AND #$F0
        BEQ TROW
        TXA
        AND #$0F
        BNE TNONE       ; row and column
        LDA LAST        ; a column: 6 * column + last row + 39, 41 or 42
        LSR
        LSR
        LSR
        LSR
        STA REST
        LDA FIRST
        AND #3
        ASL
        TAX
        ADC REST        ; + 2 * column
        STA REST
        TXA
        ASL
        ADC REST        ; + 4 * column
        STA REST
        LDA FIRST
        LSR
        LSR
        LSR
        LSR
        ORA #4          ; the second part of the table
        BNE TSUM
TROW:   LDA FIRST       ; a row: 10 * row + last column + 0, 3, 5 or 6
        AND #$30
        LSR             ; 8 * row
        STA REST
        LSR
        LSR             ; 2 * row
        ADC REST
        STA REST
        LDA LAST
        AND #3
        ADC REST
        STA REST
        LDA FIRST
        AND #3
TSUM:   TAX
        LDA REST
        CLC
        ADC TBASES,X    ; below 64: no carry
        RTS
TNONE:  LDA #255
        SEC
        RTS
TBASES: DB 0,3,5,6      ; by the first column, for rows
        DB 39,41,42     ; by the first row, for columns
