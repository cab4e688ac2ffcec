;! routine: UPPER
;! cpu: z80
;! org: 0100H
;! title: Compares with z instead of the character after it
;! in: A = c
;! out: A = d
;! clobbers: F
;! ensures: d = if 'a' <= c <= 'z' then c - 'a' + 'A' else c
UPPER:  CP   'a'
        RET  C
        CP   'z'
        RET  NC
        RES  5,A
        RET
