; holds
;! routine: R_TWO
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:4, DE -> b:4
;! out: DE -> b
;! clobbers: A, B, D, E, H, L, F
;! ensures: b = a
;! at: LOOP: B = n, HL = h, DE = d, (b:4) = now, (a:4) = src
;! invariant: 0 < n <= 4 and h = (address(a) + 4 - n) mod 65536 and d = (address(b) + 4 - n) mod 65536
;! invariant: all(i in 0..4: i < 4 - n implies now[i] = a[i]) and src = a
;! decreases: n
R_TWO: MVI B,4
LOOP: MOV A,M
 STAX D
 INX H
 INX D
 DCR B
 JNZ LOOP
 RET
