;! routine: TSOLVE
;! cpu: 8080
;! org: 0100H
;! in: A = misere, HL -> outcomes
;! out: HL -> outcomes
;! clobbers: A, B, C, D, E, F
;! title: Solves the 4x4 board: who wins each of its 65,536 positions
; misere: 0 if the player who takes the last counter wins, 1 if that player loses. The
; outcomes are a table of 8192 bytes as TBIT reads it: a bit is 1 if the player to move
; wins. A sieve: the positions come in ascending order, so all that a position can lead
; to come before it. From a position that loses, each move is put back: what has its
; counters besides wins.
TSOLVE: PUSH H
        MOV M,A         ; the empty board
        LXI B,8191
TCLEAR: INX H
        MVI M,0
        DCX B
        MOV A,B
        ORA C
        JNZ TCLEAR
        POP H
        LXI D,0         ; the position
TSCAN:  PUSH H
        CALL TBIT
        ANA M
        POP H
        CZ TBACK
        INX D
        MOV A,D
        ORA E
        JNZ TSCAN
        RET
; Marks the positions from which a move leads to DE.
TBACK:  LXI B,TTAKE.MASKS
TMOVE:  LDAX B
        ANA E           ; a counter of the move is still there
        JNZ TBYTE2
        INX B
        LDAX B
        ANA D
        JNZ TNEXT
        PUSH D
        PUSH H
        LDAX B
        ORA D
        MOV D,A
        DCX B
        LDAX B
        INX B
        ORA E
        MOV E,A
        CALL TBIT
        ORA M
        MOV M,A
        POP H
        POP D
        JMP TNEXT
TBYTE2: INX B
TNEXT:  INX B
        MOV A,C         ; 128 bytes have different low addresses
        CPI LOW(TTAKE.MASKS+128)
        JNZ TMOVE
        RET
        INCLUDE "tbit.asm"
        INCLUDE "../../8080/ttake.asm"
