; wrong
;! routine: W_PAGE
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:8
;! out: HL -> a
;! clobbers: A, B, L, F
;! ensures: all(i in 0..8: a[i] = 0)
;! at: LOOP: B = n, HL = h, (a:8) = now
;! invariant: 0 < n <= 8 and h = (address(a) + 8 - n) mod 65536
;! invariant: all(i in 0..8: i < 8 - n implies now[i] = 0)
;! decreases: n
W_PAGE: MVI B,8
LOOP: MVI M,0
 INR L
 DCR B
 JNZ LOOP
 RET
