;! routine: ISQRT
;! cpu: 6502
;! org: 0200H
;! title: Returns the square root of a word, rounded down
;! in: (NUM:2) = n
;! out: (ROOT) = root
;! clobbers: A, X, Y, P, (NUM:2), (REST)
;! ensures: root * root <= n < (root + 1) * (root + 1)
;! cycles: 479-519
NUM     = $20
ROOT    = $22
REST    = $23
ISQRT:  LDA  #0
        STA  ROOT
        STA  REST
        LDX  #8
NEXT:   SEC
        LDA  NUM+1
        SBC  #$40
        TAY
        LDA  REST
        SBC  ROOT
        BCC  LESS
        STY  NUM+1
        STA  REST
LESS:   ROL  ROOT
        ASL  NUM        ; two bits of the number
        ROL  NUM+1
        ROL  REST
        ASL  NUM
        ROL  NUM+1
        ROL  REST
        DEX
        BNE  NEXT
        RTS
