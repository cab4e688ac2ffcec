; Calls T2CW and T2CAN: prints the four turns of a TACTIX board, and the least of its eight
; images.
;
;   arcadian exec asm/programs/6502/layouts.asm --console
        CPU 6502
BYTE1   EQU $20         ; of figure 2
BYTE2   EQU $21
TURNS   EQU $22

* = $0400
        INCLUDE "console.asm"

START:  LDA #$1B
        STA BYTE1
        LDA #$2F
        STA BYTE2
        LDA #4
        STA TURNS
TURN:   JSR PUTBRD
        LDA BYTE1
        LDX BYTE2
        JSR T2CW
        STA BYTE1
        STX BYTE2
        DEC TURNS
        BNE TURN
        JSR NEWLN
        LDA #<TLEAST
        LDX #>TLEAST
        JSR PUTS
        LDA BYTE1
        LDX BYTE2
        JSR T2CAN
        STA BYTE1
        STX BYTE2
        JSR PUTBRD
        JMP NEWLN

; Prints the board and a blank.
PUTBRD: LDA BYTE2
        JSR PUTHEX
        LDA BYTE1
        JSR PUTHEX
        LDA #' '
        JMP CHROUT

TLEAST: DB "LEAST: ",0

        INCLUDE "puthex.asm"
        INCLUDE "../../6502/t2cw.asm"
        INCLUDE "../../6502/t2can.asm"
        END START
