; wrong: the first INX H is INR L
;! routine: WTURN
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: w_turn
; The 64 bits of the W system form three rings, which a quarter turn rotates:
;   bits 0-11    the primed half edges           up 3
;   bits 12-59   all others except the corners   up 12, which is 3 nibbles
;   bits 60-63   the corners                     up 1
; The ring of 48 begins in the middle of byte 1 and ends in the middle of byte 7.
; Those two halves form one byte, the seam; then six whole bytes rotate.
WTURN:  PUSH H
        MOV E,M
        INR L
        MOV D,M         ; DE = bytes 0 and 1
        PUSH H          ; -> byte 1
        MOV A,D
        ANI 0FH
        MOV H,A
        MOV L,E         ; the ring of 12
        DAD H
        DAD H
        DAD H           ; up 3; the bits shifted out are in bits 12-14
        MOV A,H
        RRC
        RRC
        RRC
        RRC
        ANI 7
        ORA L
        MOV E,A         ; E = new byte 0
        MOV A,H
        ANI 0FH
        MOV C,A         ; C = new low nibble of byte 1
        POP H
        DCX H
        MOV M,E
        MOV E,C
        INX H
        PUSH H          ; -> byte 1
        LXI B,6
        DAD B           ; -> byte 7
        MOV A,D
        XRA M
        ANI 0F0H
        XRA M
        MOV D,A         ; D = the seam: nibble 3 high, nibble 14 low
        DCX H
        MOV C,M
        DCX H
        MOV B,M         ; the two bytes below the seam: 5 and 6
        CALL WSTEP
        MOV D,A         ; D = the seam turned
        INX H
        INX H           ; -> byte 7
        MOV A,M
        ANI 0F0H        ; the corners
        RLC             ; up 1; bit 7 is now in bit 0
        ADI 0FH         ; which carries into bit 4
        XRA D
        ANI 0F0H
        XRA D           ; below them nibble 14
        MOV M,A
        POP H           ; -> byte 1
        MOV A,D
        ANI 0F0H        ; nibble 3
        ORA E
        MOV M,A
        MVI E,5         ; bytes 2 to 6
WLOOP:  INX H
        MOV D,M
        CALL WSTEP
        MOV M,A
        DCR E
        JNZ WLOOP
        POP H
        RET
; A = the ring's byte two places up: low nibble of C, high nibble of B. B, C become C, D.
WSTEP:  MOV A,B
        XRA C
        ANI 0F0H
        XRA C           ; high nibble of B, low nibble of C
        RRC
        RRC
        RRC
        RRC             ; exchange them
        MOV B,C
        MOV C,D
        RET
