;! routine: UPPER
;! cpu: 6502
;! org: 0200H
;! title: Uppercase on the 6502
;! in: A = c
;! out: A = d
;! clobbers: P
;! same-as: ../specifications/uppercase.asm
;! cycles: 11-16
UPPER:  CMP  #'a'
        BCC  DONE
        CMP  #'z'+1
        BCS  DONE
        AND  #$DF
DONE:   RTS
