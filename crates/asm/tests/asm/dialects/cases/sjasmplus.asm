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
-> refused 4:1: error: `ELSE` is not supported; a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise
== comment_after_code_in_skipped_text
 ORG 0
 IF 0
 nop /* x
 ELSE
 DB 1 ; */
 ENDIF
 DB 2
-> refused 4:1: error: `ELSE` is not supported; a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise
== comment_in_assembled_text
 ORG 0
 IF 1
 DB 1
/* x
 else
*/
 DB 2
 ENDIF
-> refused 5:1: error: `else` is not supported; a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise
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
== end_behind_label_in_macro
 macro mm
 db 1
lab: endm
 db 2
 endm
 db 3
-> 03
== end_behind_label_in_repetition
 dup 2
 db 1
lab: edup
 db 2
-> 01 01 02
== end_of_macro_in_column_one
 macro mm
 db 1
endm
 db 2
 mm
-> 02 01
== end_of_repetition_in_column_one
 dup 1
edup db 1
 edup
 db 2
-> 01 02
== end_with_something_behind_it
 macro mm
 db 1
 endm extra
-> refused 3:7: error: unexpected `extra`
== end_of_repetition_with_something_behind_it
 dup 2
 db 1
 edup extra
-> 01 01
== end_of_macro_ends_repetition
 dup 2
 db 1
 endm
 db 2
-> 01 01 02
== end_in_mixed_case
 macro mm
 db 1
 Endm
 db 2
 endm
 db 3
-> 03
== macro_in_macro
 macro mm
 macro kk
 endm
 endm
-> refused 4:2: error: `endm` closes nothing
== end_in_a_comment_over_lines
 macro mm
/*
 endm
*/
 db 2
 endm
-> refused 3:1: error: `endm` is not supported; a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise
== end_behind_a_comment
 macro mm
 db 1
 /* c */ endm
 db 2
-> refused 1:2: error: this block is not closed
== condition_behind_a_comment
 if 0
 /* c */ endif
 db 1
 endif
-> refused 2:1: error: `endif` is not supported; a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise
== constant_twice
foo equ 5
foo equ 5
-> refused 2:1: error: `foo` is defined twice; first defined in line 1
== constant_not_in_column_one
 foo equ 5
 db foo
-> refused 1:2: error: `foo` is not a word of sjasmplus
== variable_not_in_column_one
 foo = 5
 db foo
-> refused 1:2: error: `foo` is not a word of sjasmplus
== variable_from_below
x = y
y = 5
 db x
-> refused 1:5: error: the value is not a constant at this line; sjasmplus needs names that are defined above; EQU takes others
== variables_in_a_circle
x = y
y = x
-> refused 1:5: error: `y` is not defined
== constants_in_a_circle
x equ y
y equ x
 db x
-> 00
== structure_twice
 struct S
a byte
 ends
 struct S
a byte
 ends
-> refused 4:9: error: `S` is defined twice
== exitm
 macro mm
 exitm
 endm
 mm
-> refused 4:2: error: `exitm` is not a word of sjasmplus; MACRO-80 has a directive with this name [sjasmplus.asm:2: in the macro mm]
