; Sources for ca65 with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that only the real assembler takes. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares the bytes with those of the real
; assembler. CODE begins at 1000, ZEROPAGE at 0.
== alias_before_zeropage
bufy2 = buf & $FF00
TXP     := lastop
        .zeropage
first:  .res 3
buf:    .res 2
lastop: .res 1
        .code
        lda TXP
        lda TXP+1
        lda bufy2,x
        rts
-> A5 05 A5 06 BD 00 00 60
== text_after_end
        nop
        .END A0/1
        inx
-> EA
== cheap_local_after_constant
lab1:
@x:     nop
        beq @x
foo     = 1
@x:     nop
        beq @x
-> EA F0 FD EA F0 FD
== cheap_local_after_scope
start:
@one:   jmp @one
        .scope
        inx
        .endscope
@one:   jmp @one
-> 4C 00 10 E8 4C 04 10
== define_argument
.define W(width) (width << 4)
        lda #W(2)|1
        .byte W(2)|1, W(1)+1
-> A9 12 12 11
== define_macro_words
.define startmac .macro
.define endmac .endmacro
startmac test
    nop
endmac
        .org $1000
    test
-> EA
== label_blank_colon
        jmp foo
foo :   rts
-> 4C 03 10 60
== lowbyte_constant_below
        .code
start:  lda PTR
        lda PTR+1
        inc PTR+1
        sta PTR
        rts
RAMCOPY := $00B1
PTR = <(VAR - GET + RAMCOPY)
GET:    inc PTR
VAR:    lda $EA60
-> AD B3 00 AD B4 00 EE B4 00 8D B3 00 60 E6 B3 AD 60 EA
== lowbyte_constant_plus_one
PTR = <(VAR - GET + $B1)
        .code
start:  lda PTR
        lda PTR+1
        rts
GET:    nop
VAR:    lda $EA60
-> A5 B2 A5 B3 60 EA AD 60 EA
== lowbyte_operand_plus_one
        .code
start:  lda later
        lda later+1
        lda <later+1
        lda later2
        rts
later = $12
later2 = <$1234
-> AD 12 00 AD 13 00 A5 13 AD 34 00 60
== masked_zeropage_label
        .zeropage
        .org $0
first:  .res 3
buf:    .res 2
lastop: .res 1
TXP     := lastop
        .code
        lda TXP
        lda TXP+1
        lda bufx,x
bufx = buf & $FF00
        lda bufy,x
bufy2 = buf & $FF00
        lda bufy2,x
        rts
bufy = 4
-> A5 05 A5 06 BD 00 00 BD 04 00 B5 00 60
== org_below_100
        .org $0000
begin:  .byte 0
        lda begin
        sta begin
        jmp begin
        lda later
later:  rts
-> 00 A5 00 85 00 4C 00 00 AD 0B 00 60
== scope_in_proc
ptr = $B9
.proc first
        lda (ptr),y
        .scope
        inc ptr
        .endscope
        rts
.endproc
-> B1 B9 EE B9 00 60
== variable_from_inner_scope
; An inner scope sees the last value of a variable outside, a use above the first.
v .set 1
 .proc inner
 lda #v
 .endproc
v .set 2
 lda #v
 lda #w
w .set 5
w .set 6
-> A9 02 A9 02 A9 05
== outer_constant_in_scope
; A use in a scope looks for the size outside, where an earlier use has none.
outer = $20
 .proc first
 lda outer
 .scope
 lda outer
 .endscope
 .endproc
 lda outer
-> A5 20 AD 20 00 A5 20
== segment_difference_is_constant
first: nop
second: nop
 .if second - first = 1
 lda second - first
 .endif
 lda #second-first
-> EA EA AD 01 00 A9 01
== align_from_segment
 nop
 .align 4
 nop
 .rodata
 .byte 1
 .align 4
 .byte 2
-> EA 00 00 00 EA 01 00 00 00 02
== org_over_segments
; One .org counts through all segments.
 .org $0200
 jmp here
 .word *
 .rodata
here: .word here, *
 .reloc
there: .word there
-> 4C 05 02 03 02 05 02 07 02 09 10
== macro_arguments_in_parentheses
.macro both first, second
 lda first
 ldx second
.endmacro
.macro operand value, by
 lda value,by
.endmacro
 both #1, #2
 operand $10, x
 operand {($10)}, y
.macro three one, two, three
 .byte one + two) * three
.endmacro
 three (1, 2, 3
-> A9 01 A2 02 B5 10 B1 10 09
== defines_in_kept_lines
.define value 1
.macro place
 .byte value
.endmacro
.undefine value
.define value 2
 place
 .byte value
-> 01 02
== define_keeps_signs_apart
.define below <3
.scope s
xx = 5
.endscope
.macro low argument
 .byte <argument
.endmacro
 .byte <below
 low <$1234
.macro path scope, name
 .byte scope::name
.endmacro
 path s, xx
-> 03 34 05
== nested_structures
.struct outer
first .word
.union
second .byte
third .word 2
.endunion
fourth .struct
fifth .byte
.endstruct
sixth .tag outer2
.endstruct
.struct outer2
 .res 1
.endstruct
.byte 0
-> refused 10:12: error: `outer2` is not a structure; the size of a structure, scope or label is known after its end
== structure_offsets
.struct inner
 .res 3
.endstruct
.struct outer
first .word
.union
second .byte
third .word 2
.endunion
fourth .struct
fifth .byte
.endstruct
sixth .tag inner 2
.endstruct
.byte .sizeof(outer), outer::second, outer::third, outer::fourth, outer::fifth, outer::sixth, .sizeof(outer::fourth)
 .tag inner, 2
.byte 1
-> 0D 02 02 06 06 07 01 00 00 00 00 00 00 01
== words_of_lists
.byte .tcount(a::b :++), .tcount({a::b}), .match(x, y), .match(a1, b1), .xmatch(a1, b1), .xmatch($10, 16), .match("a", 'a')
.byte .match(.byte, .word), .match(@a, a1), .blank({}), .blank(1)
-> 04 03 00 01 00 01 00 00 00 01 00
== character_map_in_functions
.charmap 'a', 1
.byte "a", 'a', .strat("ba", 1), .strlen("aa")
-> 01 01 01 02
== processor_words
.byte .cpu
.setcpu "6502X"
.byte .cpu
 lax $12
 slo ($12),y
 anc #1
 nop $12
-> 02 06 A7 12 13 12 0B 01 04 12
== referenced_names
.ifref later
.byte 1
.else
.byte 2
.endif
 lda later
.ifref later
.byte 3
.endif
.proc p
 lda inside
.endproc
.ifref inside
.byte 4
.else
.byte 5
.endif
later = 1
inside = 2
-> 02 AD 01 00 03 AD 02 00 05
== defined_in_scope
outer = 1
.proc p
.ifdef outer
.byte 1
.endif
 lda #outer
.ifdef outer
.byte 2
.else
.byte 3
.endif
.endproc
-> 01 A9 01 03
== size_of_scope_with_segments
.proc p
 nop
 .rodata
 .byte 1, 2, 3
 .code
 nop
.endproc
label: .byte 1, 2, 3
.byte .sizeof(p), .sizeof(label)
-> EA EA 01 02 03 02 03 01 02 03
== brackets_as_indirect
.feature bracket_as_indirect
 lda [$12],y
 lda ($12),y
 jmp [$1234]
 jmp ($1234)
 lda [$12,x]
-> B1 12 B9 12 00 6C 34 12 4C 34 12 A1 12
== org_per_segment
.feature org_per_seg
 .org $2000
 .word *
 .rodata
 .word *
 .org $3000
 .word *
-> 00 20 02 10 00 30
== lobytes_here
 .lobytes *, *, *
 .hibytes *, $1234
-> 00 01 02 10 12
== shifts_of_negative_numbers
 .dword .loword(-2 >> 1), .loword(1 << 70), .loword(-1 >> 60)
-> FF FF 00 00 00 00 00 00 0F 00 00 00
== enumeration_from_address
base: nop
.enum
first = base
second
third = 5
fourth
.endenum
 lda fourth
 lda second
 .word second
-> EA A5 06 AD 01 10 01 10
== numbers_of_the_linker
; The linker would compare with a number of 32 bits with a sign.
g2 = %110010010000100
 .byte * <= g2 << 17
-> refused 3:10: error: 3372744704 has more than 31 bits; ca65 and its linker compute with it in different ways
== signs_of_one_character
g = 5
 .byte <(^^g), g=+5, g =-5
: .byte <:-
-> 00 01 00 03
== force_range
.feature force_range
 .byte $123, -1
 .word $12345
 lda #$1FF
-> 23 FF 45 23 A9 FF
== braces_in_lists
.macro lists first, second
 .byte .match({first}, {second}), .tcount({first}), .blank({second})
.endmacro
 lists (1)|4, ($12
 lists 5), {}
 lists , a
-> 00 05 00 00 02 01 00 00 00
== import_sizes
 lda outside
 .import outside
 lda outside
 lda _outside-outside
 .proc inner
 lda outside
 .import _outside
 lda <_outside
 .endproc
 .import _outside
 lda _outside - outside
-> AD 40 00 AD 40 00 AD C0 8F AD 40 00 A5 00 AD C0 8F
== label_sizes
.proc short: zp
 nop
.endproc
 .export given = $12
 lda given
 jmp short
-> EA A5 12 4C 00 10
== absolute_address_in_word_instruction
 stx here,y
here: nop
 stx here,y
-> refused 1:6: error: the zero-page address is 4096, 3841 more than 255
== forward_label_without_name
 lda :+
 lda :+ + 1
: nop
 lda :- - $0FF0
-> AD 06 10 AD 07 10 EA AD 16 00
== constant_that_is_not_known
 .if later
 nop
 .endif
later = 1
-> refused 1:6: error: the value is not a constant at this line; ca65 needs a constant that it knows here: no address of a segment, and no name that this scope defines below or takes from outside
== condition_in_scope
outer = 1
.proc p
 .if outer
 nop
 .endif
.endproc
-> refused 3:6: error: the value is not a constant at this line; ca65 needs a constant that it knows here: no address of a segment, and no name that this scope defines below or takes from outside
== continued_line
.linecont +
 .byte 1, \
  2, \
  3
-> 01 02 03
== package_of_processors
.macpack cpu
.if .cpu & CPU_ISET_6502
 nop
.endif
.if .cpu & CPU_ISET_65C02
 inx
.endif
-> EA
== long_branches
.macpack longbranch
here: jeq here
 jne there
there: jcs 0
-> F0 FE F0 03 4C 07 10 90 03 4C 00 00
== case_insensitive
.case -
Name = 1
 lda #name
-> refused 1:1: error: `.case` is not supported; here the case of names always matters; write each name as it is defined
== string_escapes
.feature string_escapes
 .byte "\n"
-> refused 1:10: error: `string_escapes` is not supported
== exit_in_repetition
.macro m
 .repeat 3
 nop
 .exitmacro
 inx
 .endrepeat
 iny
.endmacro
 m
-> refused 9:2: error: `.exitmacro` is not supported; ca65 goes on with the repetition and leaves the macro after it; end the macro outside [ca65.asm:4: in the macro m]
== other_statements_in_an_enumeration
.enum
first
.byte 1
.endenum
-> refused 3:1: error: unexpected `.byte`
== else_inside_a_skipped_line
 .if 0
 .byte 1 .else
 .byte 2
 .endif
-> 02
== else_from_a_definition_that_is_skipped
 .if 0
 .define ELS .else
 .byte 1
 .endif
-> 01
== else_from_a_definition
 .define ELS .else
 .if 0
 ELS
 .byte 1
 .endif
-> 01
== conditions_inside_skipped_lines
 .if 0
lab: nop .if 1
 .byte 1 .elseif 1
 .byte 2
 x .endif
 .byte 3 .elseif 1
 .byte 4
 .endif
-> 04
== something_behind_else
 .if 0
 .else .byte 1
 .endif
-> refused 2:8: error: unexpected `.byte`
== string_in_skipped_text
 .if 0
 .byte ".else", '"'
 .else ; .else
 .byte 2
 .endif
-> 02
== open_string_in_skipped_text
 .if 0
 .byte "it
 .endif
-> refused 2:8: error: the string has no closing quote
== condition_of_another_processor_in_skipped_text
 .if 0
 .ifp4510
 .endif
 .endif
-> refused 2:2: error: `.ifp4510` is not supported; write .if with a condition of its own
== two_conditions_in_a_skipped_line
 .if 0
 .if 1 .if 2
 .endif
 .endif
 .else
 .byte 2
 .endif
-> 02
== structure_larger_than_memory
.struct S
.res 70000
.endstruct
.tag S
-> refused 2:6: error: the size is 70000, 4464 more than 65536
== structure_of_fields_larger_than_memory
.struct S
f .res 40000
b .res 40000
.endstruct
.tag S
-> refused 3:1: error: the size of the structure is 80000, 14464 more than 65536
== structure_of_structures_larger_than_memory
.struct S
f .res 40000
.endstruct
.struct T
.struct
b .res 40000
.endstruct
c .tag S
.endstruct
.tag T
-> refused 8:1: error: the size of the structure is 80000, 14464 more than 65536
== structure_at_an_address_beyond_memory
.struct
.org $20000
f .byte
.endstruct
 .byte <f
-> refused 2:6: error: the address is 131072, 65536 more than 65536
== end_behind_label_in_kept_text
.macro mm
.byte 1
lab: .endmacro
 mm
.byte <lab
-> 01 01
== end_behind_something_in_kept_text
.macro mm
.byte 1 .endmacro
.byte 2
-> 02
== end_behind_something_in_a_macro_that_is_called
.macro mm
 nop .endmacro
 mm
.byte 2
-> refused 3:2: error: `.endmacro` closes nothing [ca65.asm:2: in the macro mm]
== end_in_a_string_that_is_kept
.macro mm
.byte ".endmacro"
.endmacro
 mm
-> 2E 65 6E 64 6D 61 63 72 6F
== something_behind_the_end
.macro mm
.byte 1
.endmacro .byte 2
-> refused 3:11: error: unexpected `.byte`
== end_from_a_definition
.define E .endrepeat
.repeat 2
 nop
 E
-> EA EA
== end_from_a_definition_in_a_macro
.define E .endmacro
.macro mm
 nop
 E
.byte 2
.endmacro
-> refused 6:1: error: `.endmacro` closes nothing
== repetition_behind_something_in_kept_text
.repeat 2
 nop .repeat 1
.endrepeat
.endrepeat
-> refused 2:6: error: `.repeat` is not defined
== open_string_in_kept_text
.macro mm
.byte "it
.endmacro
-> refused 2:7: error: the string has no closing quote
== unknown_word_in_kept_text
.macro mm
.unknown
.endmacro
-> refused 2:1: error: unexpected `.unknown`
== unknown_word_in_skipped_text
.if 0
.unknown
.endif
-> refused 2:1: error: unexpected `.unknown`
== word_of_another_processor_in_skipped_text
.if 0
.a16
.endif
.byte 1
-> 01
== backslash_in_skipped_text
.if 0
 lda \1
.endif
-> refused 2:6: error: unexpected `\`
== directive_with_a_colon
.byte: nop
-> refused 1:6: error: unexpected `:`
== line_that_is_not_continued
.byte 1 \
, 2
-> refused 2:9: error: unexpected `\`; ca65 continues lines after `.linecont +`
== exit_from_a_repetition
.repeat 2
 nop
.exitmacro
.endrepeat
-> refused 3:1: error: `.exitmacro` outside a macro
== register_as_a_field
.struct S
a .byte
.endstruct
-> refused 2:1: error: `a` cannot be a symbol: it is an instruction, a register or the size of an address
== constant_from_itself
foo = foo
-> refused 1:1: error: `foo` is defined in terms of itself: foo -> foo
== constants_in_a_circle
foo := bar + 1
bar := foo - 1
-> refused 1:1: error: `foo` is defined in terms of itself: foo -> bar -> foo
== constant_from_itself_in_a_scope
foo = 1
.proc p
foo = foo
.endproc
-> refused 3:1: error: `foo` is defined in terms of itself: foo -> foo
== constant_from_the_one_outside
foo = 1
.proc p
foo = ::foo
 lda #foo
.endproc
-> A9 01
== tag_with_a_number_behind_it
.struct S
f .byte
.endstruct
.tag S 2
-> refused 4:8: error: unexpected `2`
