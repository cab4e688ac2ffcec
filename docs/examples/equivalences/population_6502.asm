;! routine: POPCNT
;! cpu: 6502
;! org: 0200H
;! title: Counts the set bits with a table of sixteen
;! in: A = x
;! out: A = count
;! clobbers: X, P, (TEMP)
;! same-as: ../specifications/population.asm
;! cycles: 43
TEMP    = $20
POPCNT: STA  TEMP
        AND  #15
        TAX
        LDA  COUNTS,X
        PHA
        LDA  TEMP
        LSR  A
        LSR  A
        LSR  A
        LSR  A
        TAX
        PLA
        CLC
        ADC  COUNTS,X
        RTS
COUNTS: DB   0,1,1,2,1,2,2,3,1,2,2,3,2,3,3,4
