; holds: a read across a page boundary takes a cycle more
;! routine: SUMUP
;! cpu: 6502
;! org: $0200
;! in: (PTR) -> data:4
;! out: A = y
;! clobbers: P, Y
;! ensures: y = data[0] ^ data[1] ^ data[2] ^ data[3]
;! at: LOOP: A = so_far, Y = n
;! invariant: n <= 3
;! invariant: so_far = xor(i in 0..4: if i > n then data[i] else 0)
;! decreases: n
;! remaining: 10 * n + 15, 11 * n + 15
;! cycles: 49-52
PTR     =    $80
SUMUP:  LDA  #0
        LDY  #3
LOOP:   EOR  (PTR),Y
        DEY
        BPL  LOOP
        RTS
