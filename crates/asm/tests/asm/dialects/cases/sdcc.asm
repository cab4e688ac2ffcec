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
== prefixes_in_another_radix
 .area _CODE
 .radix x
 .dw 0d10, 0b101, 10, 1f, 0ff, 0x10, 0o17, $#10, $%101, $&17
 .radix b
 .dw 101, 0d12, 0x1F
 .radix o
 .dw 17, 0h17
 .radix d
 .dw 17
-> 0A 00 05 00 10 00 1F 00 FF 00 10 00 0F 00 0A 00 05 00 0F 00 05 00 0C 00 1F 00 0F 00 17 00 11 00
== prefix_without_its_digits
 .area _CODE
 .radix x
 .dw 0b2
-> refused 3:6: error: `0b2` is not a valid number
== prefix_before_other_digits
 .area _CODE
 .radix x
 .dw 0d1f
-> refused 3:6: error: `0d1f` is not a valid number
== digit_of_another_radix
 .area _CODE
 .radix o
 .dw 19
-> refused 3:6: error: `19` is not a valid number
== radix_in_digits
 .area _CODE
 .radix 16
-> refused 2:9: error: `16` is not a valid number; write x, d, o or b
== end_behind_label_in_kept_text
 .macro mm
 .db 1
lab: .endm
 mm
 .dw lab
-> 01 01 00
== end_behind_label_of_a_macro_called_twice
 .macro mm
 .db 1
lab: .endm
 mm
 mm
-> refused 5:2: error: `lab` is defined twice; first defined in line 3 [sdcc.asm:3: in the macro mm]
== end_needs_a_blank_before_it
 .macro mm
 .db 1
lab:.endm
 .db 2
 .endm
 .db 3
-> 03
== end_in_a_string_that_is_kept
 .macro mm
 .db 1
 .ascii /it .endm/
 .db 2
-> 02
== end_without_blank_in_a_string_that_is_kept
 .rept 2
 .ascii ".endm"
 .endm
 .db 2
-> 2E 65 6E 64 6D 2E 65 6E 64 6D 02
== end_in_a_comment_that_is_kept
 .rept 2
 .db 1 ; .endm
 .endm
 .db 2
-> 01 01 02
== repetition_in_a_string_that_is_kept
 .macro mm
 .ascii " .rept 2"
 .endm
 .endm
 .db 2
-> 02
== end_behind_an_instruction_in_kept_text
 .macro mm
 nop .endm
 .db 2
-> 02
== end_behind_an_instruction_of_a_macro_that_is_called
 .macro mm
 nop .endm
 mm
-> refused 3:2: error: `.endm` is not defined [sdcc.asm:2: in the macro mm]
== end_that_is_a_label_too
 .macro mm
 .db 1
.endm: nop
 mm
-> 01 00
== end_that_is_a_constant_too
 .rept 1
 .db 1
 .endm = 5
-> 01
== end_behind_mexit
 .macro mm
 .db 1
 .mexit .endm
 .db 2
 .endm
 mm
-> 01
== end_with_something_behind_it
 .rept 2
 .db 1
 .endm extra
 .db 2
-> 01 01 02
== end_in_skipped_kept_text
 .macro mm
 .if 0
 .endm
 .db 2
-> 02
