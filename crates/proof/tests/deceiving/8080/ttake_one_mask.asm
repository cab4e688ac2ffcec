; wrong: one mask of 64 is wrong
;! routine: TTAKE
;! cpu: 8080
;! org: 0100H
;! in: A = number, HL = board
;! out: HL = board, CY = refused
;! clobbers: A, B, C, D, E, F
;! oracle: f2_take
; Figure 2. The 64 moves are numbered: the runs of each row, then the runs of two or
; more of each column. A move is a mask; the board must have all its counters. A
; number above 63 or an illegal move is refused: carry, and the board is unchanged.
TTAKE:  CPI 64
        CMC
        RC              ; not a move
        XCHG            ; DE = board
        ADD A           ; two bytes for each mask
        MOV C,A
        MVI B,0
        LXI H,MASKS
        DAD B
        MOV A,E         ; counters missing in byte 1
        CMA
        ANA M
        JNZ NO
        INX H
        MOV A,D         ; and in byte 2
        CMA
        ANA M
        JNZ NO
        MOV A,D         ; all present: remove them
        XRA M
        MOV D,A
        DCX H
        MOV A,E
        XRA M           ; carry clear
        MOV E,A
        XCHG
        RET
NO:     XCHG
        STC
        RET
MASKS:  DW 0100H,0300H,8300H,9300H     ; 00, 00-01, 00-02, 00-03
        DW 0200H,8200H,9200H,8000H     ; 01, 01-02, 01-03, 02
        DW 9000H,1000H,0800H,0C00H     ; 02-03, 03, 10, 10-11
        DW 4C00H,6C00H,0400H,4400H     ; 10-12, 10-13, 11, 11-12
        DW 6400H,4000H,6000H,2000H     ; 11-13, 12, 12-13, 13
        DW 0020H,0060H,0064H,006CH     ; 20, 20-21, 20-22, 20-23
        DW 0040H,0044H,004CH,0004H     ; 21, 21-22, 21-23, 22
        DW 000CH,0008H,0010H,0090H     ; 22-23, 23, 30, 30-31
        DW 0092H,0093H,0080H,0082H     ; 30-32, 30-33, 31, 31-32
        DW 0083H,0002H,0003H,0001H     ; 31-33, 32, 32-33, 33
        DW 0900H,0920H,0930H,0820H     ; 00-10, 00-20, 00-30, 10-20
        DW 0830H,0030H,0600H,0640H     ; 10-30, 20-30, 01-11, 01-21
        DW 06C0H,0440H,04C0H,00C0H     ; 01-31, 11-21, 11-31, 21-31
        DW 0C000H,0C004H,0C006H,4004H  ; 02-12, 02-22, 02-32, 12-22
        DW 4006H,0006H,3000H,3008H     ; 12-32, 22-32, 03-13, 03-23
        DW 300BH,2008H,2009H,0009H     ; 03-33, 13-23, 13-33, 23-33
