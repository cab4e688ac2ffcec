        CPU     Z80
        ORG     100H
FIRST:  DEFB    1,2,3,4         ; these stay
        ORG     102H
        DEFB    9
;~ 9-17 error: another line already placed a byte at 0102 [places.asm:3: placed by this line]
        ORG     0FFFEH
        DEFB    1
        JP      FIRST
;~ 9-10 error: the code runs past the end of memory, FFFF
        NOP
        ORG     70000
;~ 17-21 error: the address is 70000, 4465 more than 65535
        NOP
        ORG     -1
;~ 17-18 error: the address is -1, 1 less than 0
        ORG     NEXT
;~ 17-20 error: `NEXT` is not defined above this line
NEXT:   NOP
        ORG     200H
        DS      -1
;~ 17-18 error: the count is -1, 1 less than 0
        DS      70000
;~ 17-21 error: the count is 70000, 4464 more than 65536
        DS      1,2,3
;~ 17-21 error: `DS` takes a count and a value, not 3
        DS      0FFFFH
;~ 9-10 error: the code runs past the end of memory, FFFF
