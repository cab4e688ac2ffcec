; Sources for sjasmplus with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares
; the bytes with those of the real assembler.
== slot_across_the_end_of_memory
 DEFDEVICE w, $E000, 4
 DEVICE w
 ORG $FFFF
 ld a,1
-> refused 4:2: error: the code runs past the end of memory, FFFF
== slot_of_another_size_across_the_end_of_memory
 DEFDEVICE w, $C000, 4
 DEVICE w
 ORG $FFFE
 DB 1, 2, 3
-> refused 4:2: error: the code runs past the end of memory, FFFF
== slot_that_turns_across_the_end_of_memory
 DEFDEVICE w, $C000, 4
 DEVICE w
 MMU 1 n, 1
 ORG $FFFE
 DB 1, 2, 3
-> refused 5:2: error: the code runs past the end of memory, FFFF
== slot_before_the_end_of_memory
 DEFDEVICE w, $E000, 4
 DEVICE w
 ORG $DFFF
 DB 1, 2
 ORG $FFFE
 DB 3, 4
-> 01 02 03 04
== comment_in_skipped_text
 ORG 0
 IF 0
/*
 ELSE
 DB 1
;*/
 ENDIF
 DB 2
-> refused 4:1: error: `ELSE` is not supported; it stands in a comment, where sjasmplus sees it; write the comment otherwise
== comment_after_code_in_skipped_text
 ORG 0
 IF 0
 nop /* x
 ELSE
 DB 1 ; */
 ENDIF
 DB 2
-> refused 4:1: error: `ELSE` is not supported; it stands in a comment, where sjasmplus sees it; write the comment otherwise
== comment_in_assembled_text
 ORG 0
 IF 1
 DB 1
/* x
 else
*/
 DB 2
 ENDIF
-> refused 5:1: error: `else` is not supported; it stands in a comment, where sjasmplus sees it; write the comment otherwise
== words_of_comments
 ORG 0
/*
 else
 if this is read
*/
 IF 1
 DB 1
/*
 if this is read
 elsewhere
*/
 ENDIF
-> 01
== text_constant_in_skipped_text
 ORG 0
 DEFINE foo ELSE
 IF 0
 foo
 DB 1
 ENDIF
 DB 2
-> 02
== text_constant_in_assembled_text
 ORG 0
 DEFINE foo ELSE
 IF 1
 foo
 DB 1
 ENDIF
-> refused 4:2: error: `ELSE` without IF
== labels_in_skipped_text
 ORG 0
 IF 0
lab: IF 1
 DB 1
lab ELSE
 DB 2
.lab:ENDIF
ELSE
 DB 3
lab2 ELSE
 DB 4
 ENDIF
-> 04
== label_before_else
 ORG 0
 IF 1
lab: ELSE
 DB 1
 ENDIF
-> refused 3:6: error: `ELSE` without IF
== column_one
 ORG 0
 IF 1
 DB 1
ELSE
 DB 2
 ENDIF
 IF 1
 DB 3
ENDIF
 DB 4
-> 01 03 04
== column_one_in_skipped_text
 ORG 0
 IF 0
 DB 1
ENDIF
 DB 2
-> refused 2:2: error: this block is not closed
== elseif_in_column_one
 ORG 0
x = 1
 DEFINE y x
 IF 0
 DB 1
 .ELSEIF y
 DB 2
ELSEIF x
 DB 3
 endif
-> 02
== spelling_in_skipped_text
 ORG 0
 IF 0
 If 1
 IF(1)
 Else
 .else
 DB 2
 ENDIF
-> 02
== script_in_skipped_text
 ORG 0
 IF 0
 LUA ALLPASS
 if x then
 else
 ENDLUA
 ELSE
 DB 2
 ENDIF
-> 02
== strings_in_skipped_text
 ORG 0
 IF 0
 DB "it's : ELSE
 DB 'it : ELSE
 DB 1 : ELSE : DB 2
 DB 3
 ENDIF
-> 02 03
== structure_larger_than_memory
 STRUCT s
a DS 40000
b DS 40000
 ENDS
 DB s / 1000
-> refused 3:1: error: the size of the structure is 80000, 14464 more than 65536
== negative_size_in_a_structure
 STRUCT s
a DS -1
 ENDS
 DB s
-> refused 2:6: error: the size is -1, 1 less than 0
== page_that_the_device_lacks
 DEFDEVICE w, $4000, 4, 9
 DEVICE w
 ORG 0
 DB 1
-> refused 1:12: error: the page is 9, 6 more than 3
== page_of_displaced_code_that_the_device_lacks
 DEVICE ZXSPECTRUM48
 ORG 0
 DISP $4000, 70000
 DB 1
 ENT
-> refused 3:7: error: the page is 70000, 69997 more than 3
