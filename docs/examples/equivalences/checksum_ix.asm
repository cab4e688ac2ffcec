;! routine: CHKSUM
;! cpu: z80
;! org: 0100H
;! title: The checksum through IX, unrolled
;! in: IX -> data:8
;! out: A = total
;! clobbers: F
;! same-as: ../specifications/checksum.asm
;! cycles: 162
CHKSUM: LD   A,(IX)
        ADD  A,(IX+1)
        ADD  A,(IX+2)
        ADD  A,(IX+3)
        ADD  A,(IX+4)
        ADD  A,(IX+5)
        ADD  A,(IX+6)
        ADD  A,(IX+7)
        RET
