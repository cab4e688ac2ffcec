; holds: REACH is at 8100, so INR L is enough
;! routine: HSTEPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (SET:2), (NEXT:2)
;! oracle: halma_steps
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte
; 2 x row + column div 8.
REACH   EQU 8100H       ; where it can step
SET     EQU 8020H       ; the address of the occupied squares
NEXT    EQU 8022H       ; the next direction
HSTEPS: SHLD SET
        MOV C,A
        RRC
        RRC
        RRC
        RRC
        ANI 15
        MOV B,A         ; B = row
        MOV A,C
        ANI 15
        MOV C,A         ; C = column
        LXI H,REACH
        MVI D,32
HCLEAR: MVI M,0
        INR L
        DCR D
        JNZ HCLEAR
        LXI H,DIRS
HDIR:   MOV D,M         ; rows
        INX H
        MOV E,M         ; columns
        INX H
        SHLD NEXT
        MOV A,D
        ORA E
        RZ              ; all directions done
        PUSH B
        MOV A,B
        ADD D
        MOV B,A
        MOV A,C
        ADD E
        MOV C,A
        ORA B
        ANI 0F0H        ; below 0 or above 15
        JNZ HNONE
        MOV A,C
        ADI 0F8H        ; carry: right half of the row
        MOV A,B
        RAL
        MOV E,A         ; DE = 2 x row + half
        MVI D,0
        LXI H,BITS
        MOV A,C
        ANI 7
        MOV C,A
        MOV B,D
        DAD B
        MOV B,M         ; B = the bit
        LHLD SET
        DAD D
        MOV A,M
        ANA B
        JNZ HNONE       ; occupied
        LXI H,REACH
        DAD D
        MOV A,M
        ORA B
        MOV M,A
HNONE:  POP B
        LHLD NEXT
        JMP HDIR
DIRS:   DB -1,-1, -1,0, -1,1, 0,-1, 0,1, 1,-1, 1,0, 1,1, 0,0
BITS:   DB 1,2,4,8,16,32,64,128
