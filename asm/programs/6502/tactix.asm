; TACTIX on 4 x 4 squares against a player that makes no mistake, for the 6502.
;
;   arcadian exec asm/programs/6502/tactix.asm --console
;
; A move takes counters that are next to each other in one row or one column. It is typed
; as its end squares, row before column, both from 0: 12, or 10-13. TSOLVE finds first who
; wins each of the 65,536 positions; TBEST looks moves up there. The program and its texts
; take about 1 KB, the outcomes 8 KB.
        CPU 6502
PTR     EQU $10         ; the outcomes
BOARD   EQU $20
RULE    EQU $22         ; 1 if the player who takes the last counter loses
MOVE    EQU $23
SQ      EQU $24         ; a square, and the last one of a move
SQ2     EQU $25
WINS    EQU $2000       ; the outcomes, up to $3FFF

* = $0400
        INCLUDE "console.asm"

START:  TSX
        STX STACK
        LDA #<THELLO
        LDX #>THELLO
        JSR PUTS
RULES:  LDA #<TRULE
        LDX #>TRULE
        JSR ASK
        JSR NEXTC
        LDY #0
        CMP #'W'
        BEQ SOLVE
        CMP #'L'
        BNE RULES
        INY
SOLVE:  STY RULE
        LDA #<TSOON
        LDX #>TSOON
        JSR PUTS
        LDA #<WINS
        STA PTR
        LDA #>WINS
        STA PTR+1
        LDA RULE
        JSR TSOLVE
FIRST:  LDA #$FF
        STA BOARD
        STA BOARD+1
ASKONE: LDA #<TFIRST
        LDX #>TFIRST
        JSR ASK
        JSR NEXTC
        CMP #'Y'
        BEQ PLAYER
        CMP #'Q'
        BEQ QUIT
        CMP #'N'
        BNE ASKONE
        JSR SHOW

; The program's move.
MACHIN: LDA BOARD
        LDX BOARD+1
        JSR TBEST
        TAY
        JSR MAKE
        LDA #<TTAKES
        LDX #>TTAKES
        JSR PUTS
        JSR PUTMOV
        LDA BOARD
        ORA BOARD+1
        BNE PLAYER
        LDA RULE        ; the program took the last counter
        JMP OVER
REFUSE: JSR PUTS
        JMP INPUT

; The player's move.
PLAYER: JSR SHOW
INPUT:  LDA #<TMOVE
        LDX #>TMOVE
        JSR ASK
        LDA LINE
        AND #$5F
        CMP #'Q'
        BEQ ENDING
        JSR GETMOV
        LDA #<THOW
        LDX #>THOW
        BCS REFUSE
        LDX SQ
        LDY SQ2
        JSR TNUM
        TAY
        LDA #<TLINE
        LDX #>TLINE
        BCS REFUSE
        JSR MAKE
        LDA #<TGONE
        LDX #>TGONE
        BCS REFUSE
        LDA BOARD
        ORA BOARD+1
        BNE MACHIN
        LDA RULE
        EOR #1          ; the player took the last counter
OVER:   TAY
        BNE LOST
        LDA #<TIWIN
        LDX #>TIWIN
        BNE WON         ; the address is above the zero page
LOST:   LDA #<TYOUWIN
        LDX #>TYOUWIN
WON:    JSR PUTS
        JMP FIRST
ENDING: JMP QUIT

; Makes move Y on the board, if it is legal; otherwise carry.
MAKE:   STY MOVE
        LDA BOARD
        LDX BOARD+1
        JSR TTAKE
        STA BOARD
        STX BOARD+1
        RTS

; Prints the board. A counter is there if it can be taken alone.
SHOW:   LDA #<TCOLS
        LDX #>TCOLS
        JSR PUTS
        LDX #0          ; the square
SHOROW: STX SQ
        JSR NEWLN
        LDA SQ
        JSR PUTROW
SHOSQ:  LDA #' '
        JSR CHROUT
        LDX SQ
        LDY SQ
        JSR TNUM
        TAY
        LDA BOARD
        LDX BOARD+1
        JSR TTAKE
        LDA #'O'
        BCC SHOPUT
        LDA #'.'
SHOPUT: JSR CHROUT
        INC SQ
        LDA SQ
        AND #3
        BNE SHOSQ
        LDA SQ
        CLC
        ADC #$0C        ; the next row
        TAX
        CPX #$40
        BNE SHOROW
        JMP NEWLN

; Reads a move from the line: SQ and SQ2 = its end squares, or carry.
GETMOV: JSR SQUARE
        BCS GETEND
        STA SQ
        STA SQ2
        JSR NEXTC
        CLC
        BEQ GETEND      ; one counter
        CMP #'-'
        SEC
        BNE GETEND
        JSR SQUARE
        BCS GETEND
        STA SQ2
        JSR NEXTC
        CLC
        BEQ GETEND
        SEC
GETEND: RTS
SQUARE: JSR DIGIT
        BCS GETEND
        ASL
        ASL
        ASL
        ASL
        STA MOVE
        JSR DIGIT
        BCS GETEND
        ORA MOVE
        RTS
DIGIT:  JSR NEXTC
        EOR #'0'        ; 0 to 3, or more
        CMP #4
        RTS

; Prints the end squares of the move: those to which TNUM gives its number.
PUTMOV: LDA #0
        STA SQ
        STA SQ2
PUTTRY: LDX SQ
        LDY SQ2
        JSR TNUM
        CMP MOVE
        BEQ PUTIT
        INC SQ2
        LDA SQ2
        CMP #$34
        BNE PUTTRY
        INC SQ
        LDA SQ
        STA SQ2
        BNE PUTTRY
PUTIT:  LDA SQ
        JSR PUTSQ
        LDA SQ2
        CMP SQ
        BEQ PUTCR
        LDA #'-'
        JSR CHROUT
        LDA SQ2
        JSR PUTSQ
PUTCR:  JMP NEWLN
PUTSQ:  PHA
        JSR PUTROW
        PLA
        AND #3
        BPL PUTDIG
PUTROW: LSR
        LSR
        LSR
        LSR
PUTDIG: ORA #'0'
        JMP CHROUT

THELLO: DB "TACTIX, 4 X 4",CR,LF,0
TRULE:  DB "DOES THE LAST COUNTER WIN OR LOSE (W/L)? ",0
TSOON:  DB "WAIT A MINUTE.",CR,LF,0
TFIRST: DB "DO YOU BEGIN (Y/N, Q ENDS)? ",0
TCOLS:  DB CR,LF,"  0 1 2 3",0
TMOVE:  DB "YOUR MOVE? ",0
TTAKES: DB "I TAKE ",0
THOW:   DB "ROW AND COLUMN, 0 TO 3, AS IN 12 OR 10-13.",CR,LF,0
TLINE:  DB "NOT IN ONE ROW OR COLUMN.",CR,LF,0
TGONE:  DB "NOT ALL ARE THERE.",CR,LF,0
TIWIN:  DB "I WIN.",CR,LF,0
TYOUWIN: DB "YOU WIN.",CR,LF,0

        INCLUDE "../../6502/ttake.asm"
        INCLUDE "tnum.asm"
        INCLUDE "tbit.asm"
        INCLUDE "tsolve.asm"
        INCLUDE "tbest.asm"
        END START
