; TACTIX on 4 x 4 squares against a player that makes no mistake, for the 8080 and CP/M.
;
;   arcadian exec asm/programs/8080/tactix.asm --cpm
;
; A move takes counters that are next to each other in one row or one column. It is typed
; as its end squares, row before column, both from 0: 12, or 10-13. TSOLVE finds first who
; wins each of the 65,536 positions; TBEST looks moves up there. The program and its texts
; take less than 1 KB, the outcomes 8 KB after it.
        CPU 8080
        ORG 100H

START:  LXI H,THELLO
        CALL PUTS
RULES:  LXI H,TRULE
        CALL ASK
        CALL NEXTC
        CPI 'W'
        MVI B,0
        JZ SOLVE
        CPI 'L'
        JNZ RULES
        INR B
SOLVE:  MOV A,B
        STA RULE
        LXI H,TSOON
        CALL PUTS
        LDA RULE
        LXI H,WINS
        CALL TSOLVE
FIRST:  LXI H,0FFFFH
        SHLD BOARD
        LXI H,TFIRST
        CALL ASK
        CALL NEXTC
        CPI 'Y'
        JZ PLAYER
        CPI 'Q'
        JZ 0
        CPI 'N'
        JNZ FIRST
        CALL SHOW

; The program's move.
MACHIN: LHLD BOARD
        LXI D,WINS
        CALL TBEST
        CALL MAKE
        LXI H,TTAKES
        CALL PUTS
        CALL PUTMOV
        CALL LEFT
        LDA RULE
        JZ OVER         ; the program took the last counter

; The player's move.
PLAYER: CALL SHOW
INPUT:  LXI H,TMOVE
        CALL ASK        ; A = the first character
        ANI 5FH
        CPI 'Q'
        JZ 0
        CALL GETMOV
        LXI H,THOW
        JC REFUSE
        CALL TNUM
        LXI H,TLINE
        JC REFUSE
        CALL MAKE
        LXI H,TGONE
        JC REFUSE
        CALL LEFT
        JNZ MACHIN
        LDA RULE
        XRI 1           ; the player took the last counter
OVER:   LXI H,TIWIN
        ORA A
        JZ WON
        LXI H,TYOUWIN
WON:    CALL PUTS
        JMP FIRST
REFUSE: CALL PUTS
        JMP INPUT

; Makes move A on the board, if it is legal; otherwise carry.
MAKE:   STA MOVE
        LHLD BOARD
        CALL TTAKE
        SHLD BOARD
        RET

; Z if the board is empty.
LEFT:   LHLD BOARD
        MOV A,H
        ORA L
        RET

; Prints the board. A counter is there if it can be taken alone.
SHOW:   LXI H,TCOLS
        CALL PUTS
        MVI B,0         ; the square
SHOROW: CALL NEWLN
        MOV A,B
        CALL PUTROW
SHOSQ:  MVI A,' '
        CALL PUTC
        PUSH B
        MOV C,B
        CALL TNUM
        LHLD BOARD
        CALL TTAKE
        POP B
        MVI A,'O'
        JNC SHOPUT
        MVI A,'.'
SHOPUT: CALL PUTC
        INR B
        MOV A,B
        ANI 3
        JNZ SHOSQ
        MOV A,B
        ADI 0CH         ; the next row
        MOV B,A
        CPI 40H
        JNZ SHOROW
        JMP NEWLN

; Reads a move from the line at HL: B and C = its end squares, or carry.
GETMOV: CALL SQUARE
        RC
        MOV B,A
        MOV C,A
        CALL NEXTC
        RZ              ; one counter
        CPI '-'
        STC
        RNZ
        CALL SQUARE
        RC
        MOV C,A
        CALL NEXTC
        RZ
        STC
        RET
SQUARE: CALL DIGIT
        RC
        RLC
        RLC
        RLC
        RLC
        MOV D,A
        CALL DIGIT
        RC
        ORA D
        RET
DIGIT:  CALL NEXTC
        SUI '0'
        RC
        CPI 4
        CMC
        RET

; Prints the end squares of the move: those to which TNUM gives its number.
PUTMOV: LXI B,0
PUTTRY: PUSH B
        CALL TNUM
        POP B
        LXI H,MOVE
        CMP M
        JZ PUTIT
        INR C
        MOV A,C
        CPI 34H
        JNZ PUTTRY
        INR B
        MOV C,B
        JMP PUTTRY
PUTIT:  MOV A,B
        CALL PUTSQ
        MOV A,C
        CMP B
        JZ NEWLN
        MVI A,'-'
        CALL PUTC
        MOV A,C
        CALL PUTSQ
        JMP NEWLN
PUTSQ:  PUSH PSW
        CALL PUTROW
        POP PSW
        ANI 3
        JMP PUTDIG
PUTROW: CALL TNUM.THIGH
PUTDIG: ADI '0'
        JMP PUTC

THELLO: DB 'TACTIX, 4 X 4',CR,LF,0
TRULE:  DB 'DOES THE LAST COUNTER WIN OR LOSE (W/L)? ',0
TSOON:  DB 'WAIT A MINUTE.',CR,LF,0
TFIRST: DB 'DO YOU BEGIN (Y/N, Q ENDS)? ',0
TCOLS:  DB CR,LF,'  0 1 2 3',0
TMOVE:  DB 'YOUR MOVE? ',0
TTAKES: DB 'I TAKE ',0
THOW:   DB 'ROW AND COLUMN, 0 TO 3, AS IN 12 OR 10-13.',CR,LF,0
TLINE:  DB 'NOT IN ONE ROW OR COLUMN.',CR,LF,0
TGONE:  DB 'NOT ALL ARE THERE.',CR,LF,0
TIWIN:  DB 'I WIN.',CR,LF,0
TYOUWIN: DB 'YOU WIN.',CR,LF,0

        INCLUDE "../../8080/ttake.asm"
        INCLUDE "tnum.asm"
        INCLUDE "tbit.asm"
        INCLUDE "tsolve.asm"
        INCLUDE "tbest.asm"
        INCLUDE "console.asm"

; What follows is not in the image.
BOARD:  DS 2
RULE:   DS 1            ; 1 if the player who takes the last counter loses
MOVE:   DS 1
WINS:   DS 8192         ; the outcomes
        END START
