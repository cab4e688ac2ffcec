; Calls WBIT and WKEY: sets the pieces of a chess board in the W system, and prints the board
; and the key of a rook on a8. Squares are 8 * row + column, a8 is 0.
;
;   arcadian exec asm/programs/8080/rook.asm --cpm
        CPU 8080
        ORG 100H

START:  LXI H,PIECES
PUT:    MOV A,M
        INX H
        CPI 255
        JZ READY
        PUSH H
        CALL WBIT       ; C = the byte, B = the mask
        MOV A,B
        MVI B,0
        LXI H,OCCUP
        DAD B
        ORA M
        MOV M,A
        POP H
        JMP PUT
READY:  LXI H,OCCUP+7   ; the high byte first
        MVI B,8
DIGITS: MOV A,M
        CALL PUTHEX
        DCX H
        DCR B
        JNZ DIGITS
        LXI H,TKEY
        CALL PUTS
        XRA A           ; a8
        LXI H,OCCUP
        CALL WKEY
        MOV A,H
        CALL PUTHEX
        MOV A,L
        CALL PUTHEX
        CALL NEWLN
        JMP 0

PIECES: DB 3,16,255     ; d8 and a6
OCCUP:  DB 0,0,0,0,0,0,0,0
TKEY:   DB ' KEY ',0

        INCLUDE "../../8080/wbit.asm"
        INCLUDE "../../8080/wkey.asm"
        INCLUDE "puthex.asm"
        INCLUDE "console.asm"
        END START
