; Sources for sdasz80 with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares
; the bytes with those of the real assembler.
== nested_loops_without_statements
 .rept 60000
 .rept 60000
 .endm
 .endm
-> refused 3:1: error: more than 500000 statements, macro expansions and turns of loops included: the rest of the source is not read
== other_branches_in_skipped_text
 .area _CODE
 .if 0
 .db 1
 .iff
 .db 2
 .iftf
 .db 3
 .endif
-> refused 4:2: error: `.iff` is not supported; inside .if it begins a branch; write .else, or another .if
== inline_condition_in_skipped_text
 .area _CODE
 .if 0
 .iiff .db 1
 .endif
-> refused 3:2: error: `.iiff` is not supported; write .if and what depends on it in lines of their own
== label_before_else_in_skipped_text
 .area _CODE
 .if 0
lab: .else
 .db 1
 .endif
 .db 2
-> 02
== label_before_condition_in_skipped_text
 .area _CODE
 .if 0
lab: .if 1
 .db 1
 .endif
 .db 2
-> 02
== conditions_in_skipped_text
 .area _CODE
 .if 0
 .ifeq 0
 .else
 .db 1
 .endif
 .ascii 'it
 .db 2 .else
else: .db 3
.else = 5
 .ELSE ; text
 .db 4
 .endif
-> 04
== condition_named_behind_if
 .area _CODE
t = 1
 .if t
 .db 1
 .endif
-> refused 3:2: error: `.if` is not supported; the word after .if names another directive; write a number or another name
== condition_named_behind_if_in_skipped_text
 .area _CODE
 .if 0
 .if f
 .db 1
 .endif
-> refused 3:2: error: `.if` is not supported; the word after .if names another directive; write a number or another name
