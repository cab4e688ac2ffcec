;! routine: MEM1
;! cpu: 8080
;! org: 0100H
;! title: Adds 1 to the byte at COUNTER
;! in: (COUNTER) = n
;! out: (COUNTER) = m
;! clobbers: A, B, C, D, E, H, L, F
;! ensures: m = (n + 1) mod 256
; The registers H and L hold the address of M.
COUNTER EQU  2000H
MEM1:
        ; Your instructions come here.
        RET
