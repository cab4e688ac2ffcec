;! routine: CRC16
;! cpu: z80
;! org: 0100H
;! title: CRC-16 with the polynomial 1021 and the first value FFFF
;! note: 29B1 is the published check value of this CRC
;! in: HL -> text:16, B = n
;! out: DE = crc
;! clobbers: A, F, BC, HL
;! requires: 1 <= n <= 16
;! example: text = "123456789", n = 9 => crc = 0x29B1
;! example: text = "A", n = 1 => crc = 0xB915
;! example: text = [0, 0, 0], n = 3 => crc = 0xCC9C
CRC16:  LD   DE,0FFFFH
NEXT:   LD   A,(HL)
        XOR  D
        LD   D,A
        LD   C,8
BIT:    SLA  E
        RL   D
        JR   NC,SKIP
        LD   A,E
        XOR  21H
        LD   E,A
        LD   A,D
        XOR  10H
        LD   D,A
SKIP:   DEC  C
        JR   NZ,BIT
        INC  HL
        DJNZ NEXT
        RET
