; holds
;! routine: R_MIDINS
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: MIDI: BC = n
;! invariant: n = x
;! decreases: 0
R_MIDINS: JMP MIDI
 DB 3EH
MIDI: XRA A
 RET
