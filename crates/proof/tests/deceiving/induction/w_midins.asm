; unproven
;! routine: W_MIDINS
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: MIDI: B = n
;! decreases: 0 - n
W_MIDINS: JMP MIDI
 DB 3EH
MIDI: XRA A
 RET
