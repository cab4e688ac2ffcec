; Sources for z80asm of z88dk with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. There is no such assembler to compare them with.
== nested_loops_without_statements
 REPTI a,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10
 REPTI b,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10
 REPTI c,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10
 REPTI d,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10
 REPTI e,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,10
 ENDR
 ENDR
 ENDR
 ENDR
 ENDR
 nop
-> refused 6:1: error: more than 500000 statements, macro expansions and turns of loops included: the rest of the source is not read
== label_before_a_condition_in_skipped_text
 ORG 0x100
 IF 0
lab: IF 1
 DEFB 1
.lab ELSE
 DEFB 2
 ENDIF
lab: ELSE
 DEFB 3
 ENDIF
-> 03
== condition_words_as_labels_in_skipped_text
 ORG 0x100
 IF 0
else: nop
 DEFM "it
 ELSE
 DEFB 2
 ENDIF
-> 02
== signs_before_conditions_in_skipped_text
 ORG 0x100
 IF 0
 #if 1
 DEFB 1
 # else
 DEFB 2
 #endif
 ELSE
 DEFB 3
 ENDIF
-> 03
