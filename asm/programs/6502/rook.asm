; Calls WBIT and WKEY: sets the pieces of a chess board in the W system, and prints the board
; and the key of a rook on a8. Squares are 8 * row + column, a8 is 0.
;
;   arcadian exec asm/programs/6502/rook.asm --console
        CPU 6502
PTR     EQU $10         ; the occupied squares, for WKEY
OCCUP   EQU $40         ; 8 bytes
COUNT   EQU $50
KEYLOW  EQU $51

* = $0400
        INCLUDE "console.asm"

START:  LDX #7
        LDA #0
CLEAR:  STA OCCUP,X
        DEX
        BPL CLEAR
        STA COUNT
PUT:    LDX COUNT
        INC COUNT
        LDA PIECES,X
        CMP #255
        BEQ READY
        JSR WBIT        ; Y = the byte, X = the mask
        TXA
        ORA OCCUP,Y
        STA OCCUP,Y
        JMP PUT
READY:  LDX #7          ; the high byte first
DIGITS: LDA OCCUP,X
        JSR PUTHEX
        DEX
        BPL DIGITS
        LDA #<TKEY
        LDX #>TKEY
        JSR PUTS
        LDA #<OCCUP
        STA PTR
        LDA #>OCCUP
        STA PTR+1
        LDA #0          ; a8
        JSR WKEY
        STA KEYLOW
        TXA
        JSR PUTHEX
        LDA KEYLOW
        JSR PUTHEX
        JMP NEWLN

PIECES: DB 3,16,255     ; d8 and a6
TKEY:   DB " KEY ",0

        INCLUDE "puthex.asm"
        INCLUDE "../../6502/wbit.asm"
        INCLUDE "../../6502/wkey.asm"
        END START
