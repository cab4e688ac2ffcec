; holds: equal to one that equals ref_inr
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: B = z
;! clobbers: F
;! same-as: same_chain_2.asm
R:      INR B
        RET
