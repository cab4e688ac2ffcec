;! routine: FLAG2
;! cpu: 6502
;! org: 0200H
;! title: Returns the byte, but at most 100
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = min(x, 100)
; Compare, and branch over an instruction.
FLAG2:
        ; Your instructions come here.
        RTS
