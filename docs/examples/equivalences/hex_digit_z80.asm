;! routine: HEXDIG
;! cpu: z80
;! org: 0100H
;! title: The hexadecimal digit in three instructions
;! in: A = n
;! out: A = digit
;! clobbers: F
;! same-as: ../specifications/hex_digit.asm
;! cycles: 28
HEXDIG: CP   10
        SBC  A,69H
        DAA
        RET
