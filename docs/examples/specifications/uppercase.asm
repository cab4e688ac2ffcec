;! routine: UPPER
;! cpu: z80
;! org: 0100H
;! title: Converts a lowercase letter to uppercase
;! in: A = c
;! out: A = d
;! clobbers: F
;! ensures: d = if 'a' <= c <= 'z' then c - 'a' + 'A' else c
;! cycles: 18-42
UPPER:  CP   'a'
        RET  C
        CP   'z'+1
        RET  NC
        RES  5,A
        RET
