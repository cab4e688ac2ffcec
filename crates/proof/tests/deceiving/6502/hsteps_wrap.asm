; wrong: squares of the last row have neighbors in the first
;! routine: HSTEPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (FROMR), (FROMC), (ROW), (DIR)
;! oracle: halma_steps
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte
; 2 x row + column div 8.
PTR     EQU $10
FROMR   EQU $12         ; its square
FROMC   EQU $13
ROW     EQU $14         ; of the adjacent square
DIR     EQU $15         ; the direction
REACH   EQU $8020       ; where it can step
HSTEPS: PHA
        AND #15
        STA FROMC
        PLA
        LSR
        LSR
        LSR
        LSR
        STA FROMR
        LDY #31
        LDA #0
HCLEAR: STA REACH,Y
        DEY
        BPL HCLEAR
        LDX #7
HDIR:   STX DIR
        LDA FROMR
        CLC
        ADC ROWS,X
        STA ROW
        LDA FROMC
        CLC
        ADC COLS,X
        TAY             ; Y = column
        ORA ROW
        AND #$E0        ; below 0 or above 15
        BNE HNONE
        TYA
        AND #7
        TAX             ; X = the bit's number
        CPY #8          ; carry: right half of the row
        LDA ROW
        ROL             ; 2 x row + half
        TAY
        LDA (PTR),Y
        AND BITS,X
        BNE HNONE       ; occupied
        LDA REACH,Y
        ORA BITS,X
        STA REACH,Y
HNONE:  LDX DIR
        DEX
        BPL HDIR
        RTS
ROWS:   DB -1,-1,-1,0,0,1,1,1
COLS:   DB -1,0,1,-1,1,-1,0,1
BITS:   DB 1,2,4,8,16,32,64,128
