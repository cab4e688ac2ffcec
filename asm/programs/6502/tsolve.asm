;! routine: TSOLVE
;! cpu: 6502
;! org: $0300
;! in: A = misere, (PTR) -> outcomes
;! out: (PTR) -> outcomes
;! clobbers: A, X, Y, P, (AT), (AT+1), (BYTE1), (BYTE2), (MOVE)
;! title: Solves the 4x4 board: who wins each of its 65,536 positions
; misere: 0 if the player who takes the last counter wins, 1 if that player loses. The
; outcomes are a table of 8192 bytes as TBIT reads it: a bit is 1 if the player to move
; wins. A sieve: the positions come in ascending order, so all that a position can lead
; to come before it. From a position that loses, each move is put back: what has its
; counters besides wins.
PTR     EQU $10
AT      EQU $14         ; of TBIT
BYTE1   EQU $16         ; the position
BYTE2   EQU $17
MOVE    EQU $18
TSOLVE: LDY #0
        TAX
        LDA PTR+1
        PHA
        TXA
        PHA
        LDX #32
        TYA
TCLEAR: STA (PTR),Y
        INY
        BNE TCLEAR
        INC PTR+1
        DEX
        BNE TCLEAR
        PLA
        TAX
        PLA
        STA PTR+1
        TXA
        STA (PTR),Y     ; the empty board
        STY BYTE1
        STY BYTE2
TSCAN:  LDA BYTE1
        LDX BYTE2
        JSR TBIT
        LDY #0
        AND (AT),Y
        BNE TWON
        JSR TBACK
TWON:   INC BYTE1
        BNE TSCAN
        INC BYTE2
        BNE TSCAN
        RTS
; Marks the positions from which a move leads to this one.
TBACK:  LDY #63
TMOVE:  LDA TTAKE.BYTE1,Y
        AND BYTE1       ; a counter of the move is still there
        BNE TNEXT
        LDA TTAKE.BYTE2,Y
        AND BYTE2
        BNE TNEXT
        STY MOVE
        LDA TTAKE.BYTE2,Y
        ORA BYTE2
        TAX
        LDA TTAKE.BYTE1,Y
        ORA BYTE1
        JSR TBIT
        LDY #0
        ORA (AT),Y
        STA (AT),Y
        LDY MOVE
TNEXT:  DEY
        BPL TMOVE
        RTS
        INCLUDE "tbit.asm"
        INCLUDE "../../6502/ttake.asm"
