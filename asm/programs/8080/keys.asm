; Calls RKEY and RDONE: plays the solution that was printed with ROTATE in 1982.
;
;   arcadian exec asm/programs/8080/keys.asm --cpm
        CPU 8080
        ORG 100H

START:  LXI D,WORD
NEXT:   LXI H,BOARD
        CALL PUTS
        LXI H,BOARD
        CALL RDONE
        LXI H,TDONE
        JZ DONE
        CALL NEWLN
        LDAX D
        INX D
        PUSH D
        LXI H,BOARD
        CALL RKEY
        POP D
        JNC NEXT
        LXI H,TBAD      ; a letter without a group
DONE:   CALL PUTS
        JMP 0

BOARD:  DB 'BCDHFGEPIJKLAMNO',0
WORD:   DB 'ELGDIFCB'
TDONE:  DB ' IN ORDER',CR,LF,0
TBAD:   DB 'NO GROUP BEGINS THERE',CR,LF,0

        INCLUDE "../../8080/rkey.asm"
        INCLUDE "../../8080/rdone.asm"
        INCLUDE "console.asm"
        END START
