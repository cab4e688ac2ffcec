; Calls HINIT, HSTEPS, HISIN and HMAKE: sets Halma's pieces up, moves White's last one from
; square 65 to 82, and prints the squares to which it can step from there.
;
;   arcadian exec asm/programs/6502/halma.asm --console
        CPU 6502
PTR     EQU $10
SQUARE  EQU $20
BOARD   EQU $2000       ; 102 bytes; the first 32 are the occupied squares

* = $0400
        INCLUDE "console.asm"

START:  LDA #<BOARD
        STA PTR
        LDA #>BOARD
        STA PTR+1
        JSR HINIT
        LDX #0          ; White
        LDY #18         ; the last piece
        LDA #82
        JSR HMAKE
        LDA #82
        JSR HSTEPS
        LDA #<HSTEPS.REACH
        STA PTR
        LDA #>HSTEPS.REACH
        STA PTR+1
        LDA #0
        STA SQUARE
EACH:   LDA SQUARE
        JSR HISIN
        BCC NEXT
        LDA SQUARE
        JSR PUTHEX
        LDA #' '
        JSR CHROUT
NEXT:   INC SQUARE
        BNE EACH
        JMP NEWLN

        INCLUDE "puthex.asm"
        INCLUDE "../../6502/hinit.asm"
        INCLUDE "../../6502/hmake.asm"
        INCLUDE "../../6502/hsteps.asm"
        INCLUDE "../../6502/hisin.asm"
        END START
