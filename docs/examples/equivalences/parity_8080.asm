;! routine: PARITY
;! cpu: 8080
;! org: 0100H
;! title: The parity from the flag
;! in: A = x
;! out: CY = odd
;! clobbers: F
;! same-as: ../specifications/parity.asm
;! cycles: 15-23
PARITY: ORA  A
        RPE             ; ORA has cleared CY
        STC
        RET
