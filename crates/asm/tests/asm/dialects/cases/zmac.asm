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
-> refused 3:2: error: `else` is not supported; with something behind it, zmac may take it for a label
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
