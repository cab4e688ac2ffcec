;! routine: COPY
;! cpu: 8080
;! org: 0100H
;! title: Copies without an end: the loop lacks its return
;! in: HL -> from:24, DE -> to:24, C = count
;! out: DE -> to
;! clobbers: A, C, D, E, H, L, F
;! requires: count <= 24
;! ensures: all(i in 0..24: to[i] = (if i < count then from[i] else old(to)[i]))
;! at: LOOP: HL = source, DE = target, C = left, (to:24) = now
;! invariant: left <= count
;! invariant: source = (address(from) + count - left) mod 65536
;! invariant: target = (address(to) + count - left) mod 65536
;! invariant: all(i in 0..24: now[i] = (if i < count - left then from[i] else old(to)[i]))
;! decreases: left
COPY:
LOOP:   MOV  A,C
        ORA  A
        MOV  A,M
        STAX D
        INX  H
        INX  D
        DCR  C
        JMP  LOOP
