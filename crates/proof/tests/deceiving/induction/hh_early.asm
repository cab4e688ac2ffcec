; wrong: Finds the squares that a Halma piece can reach by hops
;! routine: HHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (TODO:32), (HERE:2), (START:2)
;! oracle: halma_hops
;! at: LL: B = n
;! invariant: n = 0 or not bit(old(least), old(square))
;! decreases: 0
;! title: WRONG, Finds the squares that a Halma piece can reach by hops
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. OCC, REACH and TODO have the same offset in three pages. Flood fill: every
; square reached is in TODO until its own hops are explored. TODO is a set and not a
; stack, so at HFROM and HSCAN all state lies at fixed addresses and nothing is pushed.
OCC     EQU 8000H       ; the occupied squares without the hopping piece
REACH   EQU 8100H       ; where it can land
TODO    EQU 8200H       ; where it can land, hops not explored
HERE    EQU 8020H       ; byte and bit of the current square
START   EQU 8022H       ; byte and bit of the starting square
BITS:   DB 1,2,4,8,16,32,64,128
HBAD:   HLT
HHOPS:  MVI B,0
LL:     INR B
        DCR B
        JNZ HBAD
        XCHG
        LXI H,OCC
        MOV C,A
        MVI B,32
HCOPY:  LDAX D
        MOV M,A
        XRA A
        INR H           ; from OCC to REACH
        MOV M,A
        INR H           ; to TODO
        MOV M,A
        DCR H
        DCR H
        INX D
        INR L
        DCR B
        JNZ HCOPY
        MOV A,C
        RRC
        RRC
        RRC
        RRC
        ANI 15
        MOV B,A         ; B = row
        MOV A,C
        ANI 15
        MOV C,A         ; C = column
        CALL HBIT
        SHLD START
        MOV D,H
        MVI H,HIGH REACH
        MOV M,D         ; no hop reaches it anew; cleared at the end
        DCR H
        MOV A,D
        CMA
        ANA M
        MOV M,A         ; lifted: its square is empty
; Explores the hops from row B and column C.
HFROM:  CALL HBIT
        SHLD HERE
        MVI E,-2
        MOV A,B
        CPI 2
        CNC HROW        ; upward, if two rows are there
        MVI E,0
        CALL HSIDE
        MVI E,2
        MOV A,B
        CPI 14
        CC HROW         ; downward
; Takes a square from TODO. No register matters here.
HSCAN:  LDA OCC
        CPI 5AH
        JNZ HGOOD
        LDA OCC+1
        CPI 0A5H
        JNZ HGOOD
        MVI A,0FFH
        STA REACH+7
        RET
HGOOD:  LXI H,TODO+31
HNEXT:  MOV A,M
        DCR L
        ORA M           ; both halves of a row
        JNZ HFOUND
        DCR L
        JP HNEXT
        LHLD START
        MOV A,H
        MVI H,HIGH REACH
        XRA M
        MOV M,A         ; the starting square is not a move
        RET
HFOUND: MOV A,M
        ORA A
        JNZ HTAKE
        INR L           ; the right half
        MOV A,M
HTAKE:  MOV D,A
        DCR A
        ANA D           ; without the lowest bit
        MOV M,A
        MOV A,L
        RAR             ; ANA cleared the carry
        MOV B,A         ; B = row, carry: right half
        SBB A
        ANI 8
        DCR A
        MOV C,A
        MOV A,D
HCOL:   INR C           ; to the column of the lowest bit
        RRC
        JNC HCOL
        JMP HFROM
; Adds the hops over the row that is E bytes away: straight, to the right and to the
; left; HSIDE only the last two. D = bit. The row beyond is on the board.
HROW:   LHLD HERE
        MOV D,H
        MVI H,HIGH OCC
        MOV A,L
        ADD E
        MOV L,A
        MOV A,M
        ANA D
        JZ HSIDE        ; no piece to hop over
        MOV A,L
        ADD E
        MOV L,A
        MOV A,M
        ANA D
        CZ HMARK
HSIDE:  MOV A,C
        CPI 14
        JNC HLEFT       ; no two columns on the right
        LHLD HERE
        MOV A,H
        RLC
        MOV D,A         ; carry: from the left half to the right
        MOV A,L
        ADC E
        MOV L,A
        MVI H,HIGH OCC
        MOV A,M
        ANA D
        JZ HLEFT
        MOV A,D
        RLC
        MOV D,A
        MOV A,L
        ADC E
        MOV L,A
        MOV A,M
        ANA D
        CZ HMARK
HLEFT:  MOV A,C
        CPI 2
        RC              ; no two columns on the left
        LHLD HERE
        MOV A,H
        RRC
        MOV D,A         ; carry: from the right half to the left
        MOV A,L
        SBI 0
        ADD E
        MOV L,A
        MVI H,HIGH OCC
        MOV A,M
        ANA D
        RZ
        MOV A,D
        RRC
        MOV D,A
        MOV A,L
        SBI 0
        ADD E
        MOV L,A
        MOV A,M
        ANA D
        RNZ             ; no room to land
; Adds bit D of byte L to REACH and, if it is new there, to TODO.
HMARK:  INR H
        MOV A,M
        ORA D
        CMP M
        RZ              ; already reached
        MOV M,A
        INR H
        MOV A,M
        ORA D
        MOV M,A
        RET
; L = byte of row B and column C in a set, H = mask of its bit.
HBIT:   MOV A,C
        ANI 7
        MOV L,A
        MVI H,HIGH BITS ; the table begins a page
        MOV H,M
        MOV A,C
        ADI 0F8H        ; carry: right half of the row
        MOV A,B
        RAL             ; 2 x row + half
        MOV L,A
        RET
