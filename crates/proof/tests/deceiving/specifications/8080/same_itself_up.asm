; refused: compared with itself by another name
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ../8080/same_itself_up.asm
R:      RET
