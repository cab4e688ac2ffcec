; Calls HINIT, HSTEPS, HISIN and HMAKE: sets Halma's pieces up, moves White's last one from
; square 65 to 82, and prints the squares to which it can step from there.
;
;   arcadian exec asm/programs/8080/halma.asm --cpm
        CPU 8080
        ORG 100H

START:  LXI H,BOARD
        CALL HINIT
        LXI H,BOARD
        LXI B,18        ; B = White, C = the last piece
        MVI A,82
        CALL HMAKE
        LXI H,BOARD     ; its first 32 bytes are the occupied squares
        MVI A,82
        CALL HSTEPS
        MVI B,0         ; a square
EACH:   LXI H,HSTEPS.REACH
        MOV A,B
        CALL HISIN
        MOV A,B
        CC PUTONE
        INR B
        JNZ EACH
        CALL NEWLN
        JMP 0

PUTONE: CALL PUTHEX
        MVI A,' '
        JMP PUTC

        INCLUDE "../../8080/hinit.asm"
        INCLUDE "../../8080/hmake.asm"
        INCLUDE "../../8080/hsteps.asm"
        INCLUDE "../../8080/hisin.asm"
        INCLUDE "puthex.asm"
        INCLUDE "console.asm"

BOARD:  DS 102
        END START
