;! routine: FIND
;! cpu: z80
;! org: 0100H
;! title: Finds a byte in a buffer of four
;! in: A = wanted, HL -> data:4
;! out: A = index
;! clobbers: B, C, H, L, F
;! ensures: all(i in 0..4: i < index implies data[i] <> wanted)
;! ensures: index = 4 or data[index] = wanted
;! cycles: 59-122
FIND:   LD   BC,4
        CPIR
        LD   A,4
        RET  NZ
        LD   A,3
        SUB  C
        RET
