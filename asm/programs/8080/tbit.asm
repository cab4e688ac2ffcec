;! routine: TBIT
;! cpu: 8080
;! org: 0100H
;! in: HL = table, DE = board
;! out: HL = address, A = mask
;! clobbers: F
;! ensures: address = (table + board mod 8192) mod 65536
;! ensures: mask = 1 << (board >> 13 & 7)
;! title: Finds the bit of a 4x4 board in a table of outcomes
; The table has 8192 bytes. Board b, as a word, has bit b / 8192 of byte b mod 8192.
TBIT:   PUSH D
        MOV A,D
        ANI 1FH
        MOV D,A
        DAD D
        POP D
        MOV A,D
        RLC
        RLC
        RLC
        ANI 7
        PUSH B
        MOV B,A
        MVI A,80H
TSHIFT: RLC             ; once for bit 0
        DCR B
        JP TSHIFT
        POP B
        RET
