; Tables that begin at fixed places in a page.

; The class of each byte in an expression: 0 ends it. Bytes from 128 on are none of the language, and end it, too.
CLASS:  DS      '#',0
        DB      CREL + 5        ; #
        DS      '+' - '#' - 1,0
        DB      CADD, 0, CSUB
        DS      '<' - '-' - 1,0
        DB      CREL + 1, CREL + 2, CREL + 4    ; < = >
        DS      98 - '>' - 1,0
        DB      CMUL, CDIV
        DS      256 - 100,0

; The statements of the words, by code.
HANDLERS:
        DW      SLIST, SCLEAR, SRUN, SNEXT, SLINE, SIF, SGOTO, SGOSUB
        DW      SRETURN, SBOX, SFOR, SINPUT, SPRINT, WHATBACK, WHATBACK, WHATBACK
; STEP, RND and TO begin no statement: the error is at the word.
WHATBACK:
        EXX
        DEC     HL
        DEC     HL
        EXX
        JP      WHAT
