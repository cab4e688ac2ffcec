;! routine: DISTANCE
;! cpu: 8080
;! org: 0100H
;! title: Returns the distance of two bytes
;! in: A = x, B = z
;! out: A = y
;! clobbers: F
;! ensures: y = abs(x - z)
DISTANCE:
        SUB  B          ; the difference
        RP              ; not negative: done
        CMA             ; else its negative: the complement
        INR  A          ; plus 1
        RET
