; Calls RKEY and RDONE: plays the solution that was printed with ROTATE in 1982.
;
;   arcadian exec asm/programs/6502/keys.asm --console
        CPU 6502
PTR     EQU $10         ; the board
COUNT   EQU $20

* = $0400
        INCLUDE "console.asm"

START:  LDA #<BOARD
        STA PTR
        LDA #>BOARD
        STA PTR+1
        LDA #0
        STA COUNT
NEXT:   LDA #<BOARD
        LDX #>BOARD
        JSR PUTS
        JSR RDONE
        BEQ DONE
        JSR NEWLN
        LDX COUNT
        INC COUNT
        LDA WORD,X
        JSR RKEY
        BCC NEXT
        LDA #<TBAD      ; a letter without a group
        LDX #>TBAD
        JMP PUTS
DONE:   LDA #<TDONE
        LDX #>TDONE
        JMP PUTS

BOARD:  DB "BCDHFGEPIJKLAMNO",0
WORD:   DB "ELGDIFCB"
TDONE:  DB " IN ORDER",CR,LF,0
TBAD:   DB "NO GROUP BEGINS THERE",CR,LF,0

        INCLUDE "../../6502/rkey.asm"
        INCLUDE "../../6502/rdone.asm"
        END START
