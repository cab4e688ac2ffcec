;! routine: TBEST
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1, (PTR) -> outcomes
;! out: A = number, (PTR) -> outcomes, C = none
;! clobbers: X, Y, P, (LO), (HI), (AT), (AT+1), (BYTE1), (BYTE2), (MOVE), (FIRST)
;! title: Chooses a move on the 4x4 board by a table of outcomes
; Returns the first move after which the opponent loses, by the table of TSOLVE. If
; there is none, the first legal move; on the empty board 255 and carry.
PTR     EQU $10
LO      EQU $12         ; of TTAKE
HI      EQU $13
AT      EQU $14         ; of TBIT
BYTE1   EQU $16         ; the board
BYTE2   EQU $17
MOVE    EQU $18
FIRST   EQU $19         ; the first legal move
TBEST:  STA BYTE1
        STX BYTE2
        LDY #255
        STY FIRST
        INY
TTRY:   STY MOVE
        LDA BYTE1
        LDX BYTE2
        JSR TTAKE
        BCS TNEXT       ; not legal
        JSR TBIT
        LDY #0
        AND (AT),Y
        BEQ TFOUND      ; the opponent loses
        LDA FIRST
        BPL TNEXT
        LDA MOVE
        STA FIRST
TNEXT:  LDY MOVE
        INY
        CPY #64
        BNE TTRY
        LDA FIRST
        CMP #255        ; carry if there is none
        RTS
TFOUND: LDA MOVE
        CLC
        RTS
        INCLUDE "tbit.asm"
        INCLUDE "../../6502/ttake.asm"
