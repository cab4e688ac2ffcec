; Calls T2CW and T2CAN: prints the four turns of a TACTIX board, and the least of its eight
; images.
;
;   arcadian exec asm/programs/8080/layouts.asm --cpm
        CPU 8080
        ORG 100H

START:  LXI H,2F1BH     ; byte 2 and byte 1 of figure 2
        MVI C,4
TURN:   CALL PUTBRD
        PUSH B
        CALL T2CW
        POP B
        DCR C
        JNZ TURN
        CALL NEWLN
        CALL T2CAN
        PUSH H
        LXI H,TLEAST
        CALL PUTS
        POP H
        CALL PUTBRD
        CALL NEWLN
        JMP 0

; Prints the board HL and a blank.
PUTBRD: MOV A,H
        CALL PUTHEX
        MOV A,L
        CALL PUTHEX
        MVI A,' '
        JMP PUTC

TLEAST: DB 'LEAST: ',0

        INCLUDE "../../8080/t2cw.asm"
        INCLUDE "../../8080/t2can.asm"
        INCLUDE "puthex.asm"
        INCLUDE "console.asm"
        END START
