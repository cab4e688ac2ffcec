;! routine: TNUM
;! cpu: 8080
;! org: 0100H
;! in: B = first, C = last
;! out: A = number, CY = refused
;! clobbers: B, C, D, E, H, L, F
;! ensures: refused = (not ((first | last) & 0CCH = 0 and (first / 16 = last / 16 or first mod 16 = last mod 16)))
;! ensures: refused implies number = 255
;! ensures: not refused and first / 16 = last / 16 implies (let a = min(first mod 16, last mod 16) in number = 10 * (first / 16) + a * (9 - a) / 2 + max(first mod 16, last mod 16) - a)
;! ensures: not refused and first / 16 <> last / 16 implies (let a = min(first / 16, last / 16) in number = 39 + 6 * (first mod 16) + a * (7 - a) / 2 + max(first / 16, last / 16) - a)
;! title: Finds the number of a move on the 4x4 board
; A move is given by its end squares, in either order: 16 * row + column, both from 0.
; The moves are numbered: the runs of each row, then the runs of two or more of each
; column. Squares that are not on the board or not in a line are refused: 255 and carry.
TNUM:   MOV A,B
        ORA C
        ANI 0CCH        ; rows and columns are 0 to 3
        JNZ TNONE
        MOV A,B
        CMP C
        JC TORDER
        MOV B,C         ; exchange
        MOV C,A
TORDER: MOV A,B
        XRA C
        MOV D,A         ; what differs
        ANI 0F0H
        JZ TROW
        MOV A,D
        ANI 0FH
        JNZ TNONE       ; row and column
        MOV A,B         ; a column: 6 * column + last row + 39, 41 or 42
        ANI 3
        ADD A
        MOV D,A
        ADD A
        ADD D
        MOV D,A
        MOV A,C
        CALL THIGH
        ADD D
        MOV D,A
        MOV A,B
        CALL THIGH
        ADI 4           ; the second part of the table
        JMP TSUM
TROW:   MOV A,B         ; a row: 10 * row + last column + 0, 3, 5 or 6
        ANI 30H
        RRC             ; 8 * row
        MOV D,A
        RRC
        RRC             ; 2 * row
        ADD D
        MOV D,A
        MOV A,C
        ANI 3
        ADD D
        MOV D,A
        MOV A,B
        ANI 3
TSUM:   MOV C,A
        MVI B,0
        LXI H,TBASES
        DAD B
        MOV A,D
        ADD M           ; below 64: no carry
        RET
TNONE:  MVI A,255
        STC
        RET
THIGH:  RRC             ; the row of a square
        RRC
        RRC
        RRC
        ANI 3
        RET
TBASES: DB 0,3,5,6      ; by the first column, for rows
        DB 39,41,42     ; by the first row, for columns
