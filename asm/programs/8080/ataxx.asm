; Calls AWALLS, ASET, ACLONE and ACOUNT: puts walls and stones on a board of Ataxx, clones a
; stone of x, and prints how many squares x and o have, and how many are free.
;
;   arcadian exec asm/programs/8080/ataxx.asm --cpm
        CPU 8080
        ORG 100H
X       EQU 1
O       EQU 2

START:  LXI H,BOARD
        LXI D,8124H     ; the walls
        CALL AWALLS
        LXI D,STONES
EACH:   LDAX D
        CPI 255
        JZ READY
        MOV B,A         ; row
        INX D
        LDAX D
        MOV C,A         ; column
        INX D
        LDAX D
        INX D
        PUSH D
        LXI H,BOARD
        CALL ASET
        POP D
        JMP EACH
READY:  LXI H,BOARD
        LXI B,0001H     ; row 0, column 1
        MVI A,0         ; x
        CALL ACLONE
        LXI H,TNO
        JC DONE
        LXI H,BOARD
        CALL ACOUNT
        PUSH PSW
        MOV A,B
        CALL PUTHEX
        MVI A,' '
        CALL PUTC
        MOV A,D
        CALL PUTHEX
        MVI A,' '
        CALL PUTC
        POP PSW
        CALL PUTHEX
        LXI H,TEND
DONE:   CALL PUTS
        JMP 0

; Row, column and cell of each stone.
STONES: DB 0,0,X, 6,6,X, 0,6,O, 6,0,O, 255
TNO:    DB 'NOT LEGAL'
TEND:   DB CR,LF,0

        INCLUDE "../../8080/awalls.asm"
        INCLUDE "../../8080/aset.asm"
        INCLUDE "../../8080/aclone.asm"
        INCLUDE "../../8080/acount.asm"
        INCLUDE "puthex.asm"
        INCLUDE "console.asm"

BOARD:  DS 14
        END START
