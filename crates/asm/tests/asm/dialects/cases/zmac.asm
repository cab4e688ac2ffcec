; Sources for zmac with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares
; the bytes with those of the real assembler.
== nested_loops_without_statements
 org 100h
 irpc a,1234567890123456789012345678901234567890123456789012345678901234567890
 irpc b,1234567890123456789012345678901234567890123456789012345678901234567890
 irpc c,1234567890123456789012345678901234567890123456789012345678901234567890
 irpc d,1234567890123456789012345678901234567890123456789012345678901234567890
 endm
 endm
 endm
 endm
 nop
-> refused 6:1: error: more than 500000 statements, macro expansions and turns of loops included: the rest of the source is not read
== label_before_else_in_skipped_text
 org 100h
 if 0
 db 1
lab: else
 db 2
 endif
->
== bare_label_before_else_in_skipped_text
 org 100h
 if 0
 db 1
lab else
 db 2
 endif
 db 3
-> 03
== label_before_condition_in_skipped_text
 org 100h
 if 0
l1: if 1
 db 1
 else
 db 2
 endif
 db 3
-> 02 03
== else_as_a_label_in_skipped_text
 org 100h
 if 0
 db 1
else: nop
 db 2
endif ; text
 db 3
-> 03
== conditions_with_dots_in_skipped_text
 org 100h
 if 0
 .if 1
 db 1
 .endif
 db 'it
 .else
 db 2
 .endif
-> 02
== something_behind_else_in_skipped_text
 org 100h
 if 0
 else if 1
 db 2
 endif
-> refused 3:2: error: `else` is not supported; with something after it, zmac may take it for a label
== condition_that_is_not_counted
 org 100h
 if 0
 ife 1
 endif
 endif
-> refused 3:2: error: `ife` is not supported; zmac does not count this condition where it skips lines; write IF or IFT
== condition_of_a_pass
 org 100h
 if 0
 if1
 endif
 endif
-> refused 3:2: error: `if1` is not supported; what differs between passes is not assembled; write IF with a condition of its own
== label_before_a_condition
 org 100h
lab: if 1
 db 1
 endif
-> refused 2:1: error: unexpected `lab`
== end_behind_something_in_kept_text
mm macro
 db 1 endm
 db 2
-> 02
== end_behind_something_in_a_macro_that_is_called
mm macro
 db 1 endm
 mm
-> refused 3:2: error: `ENDM` closes nothing [zmac.asm:2: in the macro mm]
== end_behind_label_in_kept_text
mm macro
 db 1
lab: endm
 db 2
-> 02
== end_behind_label_in_repetition
 rept 1
 db 1
lab: endm
-> refused 3:2: error: `ENDM` closes nothing
== end_that_looks_like_a_label_in_kept_text
mm macro
 db 1
endm: db 2
 db 3
 mm
-> 03 01
== end_in_a_string_that_is_kept
mm macro
 db "endm", 'endm'
 endm
 mm
-> 65 6E 64 6D 65 6E 64 6D
== end_in_a_comment_that_is_kept
mm macro
 db 1 ; endm
 endm
 mm
-> 01
== apostrophe_of_a_register_hides_the_end
mm macro
 ex af,af' ; endm
 db 2
 endm
 mm
-> 08 02
== apostrophe_in_a_comment_shows_the_end
mm macro
 ex af,af' ; it's endm
 db 2
 mm
-> 02 08
== end_with_a_dot
mm .macro
 db 1
 .rept 2
 db 2
 .endm
 .endm
 mm
-> 01 02 02
== end_in_a_comment_with_a_star
mm macro
 db 1
* endm
 db 2
-> 02
== comment_with_a_star_in_a_macro
mm macro
* text
 db 1
 endm
 mm
-> refused 5:2: error: `*` is not a word of zmac; did you mean `=`? [zmac.asm:2: in the macro mm]
== comment_over_lines_in_kept_text
mm macro
 .comment x
 endm
x
 endm
-> refused 2:2: error: `.comment` is not supported; in a macro or a repetition zmac sees ENDM in it; begin each line with `;`
== repetition_behind_something_in_kept_text
mm macro
 nop rept 2
 endm
 endm
 db 2
-> 02
== statement_behind_the_end
mm macro
 db 1
 endm \ db 5
 mm
-> refused 3:3: error: unexpected `db 5`; zmac does not read what follows ENDM in its line; write it in a line of its own
== macro_with_a_colon
mm: macro
 db 1
 endm
 mm
-> refused 1:5: error: `macro` needs a name before it; zmac takes it without a colon, before MACRO
== macro_with_its_name_behind
  macro mm
 db 1
 endm
 mm
-> refused 1:3: error: `macro` needs a name before it; zmac takes it without a colon, before MACRO
== constant_twice
foo equ 5
foo equ 5
 db foo
-> 05
== constants_in_a_circle
foo equ bar
bar equ foo
 db foo
-> 00
