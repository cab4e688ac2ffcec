; wrong: only 15 letters are searched
;! routine: RFIND
;! cpu: 8080
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: B, F
;! oracle: rotate_find
; Returns the first position, 1 to 16, of the letter; 0 and carry if there is none.
RFIND:  PUSH H
        MVI B,15        ; positions left
RLOOK:  CMP M
        JZ RFOUND
        INX H
        DCR B
        JNZ RLOOK
        POP H
        MOV A,B         ; 0
        STC
        RET
RFOUND: POP H
        MVI A,17
        SUB B           ; B is 16 at position 1; no borrow
        RET
