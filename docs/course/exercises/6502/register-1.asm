;! routine: REG1
;! cpu: 6502
;! org: 0200H
;! title: Copies a byte from A to X and Y
;! in: A = a
;! out: X = x, Y = y
;! clobbers: A, P
;! ensures: x = a
;! ensures: y = a
REG1:
        ; Your instructions come here.
        RTS
