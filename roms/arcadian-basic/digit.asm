;! routine: DIGIT
;! cpu: z80
;! org: 0100H
;! title: Splits a decimal digit off a number
;! in: HL = n, DE = power
;! out: A = digit, HL = rest
;! clobbers: F
;! requires: power = 1 or power = 10 or power = 100 or power = 1000 or power = 10000
;! requires: n < 10 * power
;! ensures: n = (digit - '0') * power + rest and rest < power
;! at: DIGIT.NEXT: A = before, HL = left
;! invariant: n = (before + 1 - '0') * power + left
;! invariant: '0' - 1 <= before < '9'
;! decreases: '9' - before
DIGIT:
        LD      A,'0' - 1
.NEXT:  INC     A
        OR      A
        SBC     HL,DE
        JR      NC,.NEXT
        ADD     HL,DE
        RET
