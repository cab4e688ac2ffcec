; Sources for ACME with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares
; the bytes with those of the real assembler.
== loop_without_statements
* = $1000
!for i, 1, 2000000000 {
}
-> refused 2:6: error: 2000000000 repetitions; at most 500000 are allowed
== loops_without_statements
* = $1000
!for i, 1, 400000 {
!for j, 1, 400000 {
}
}
-> refused 4:1: error: more than 500000 statements, macro expansions and turns of loops included: the rest of the source is not read
== loop_between_the_ends_of_numbers
* = $1000
!for i, -2147483647, 2147483647 {
}
-> refused 2:6: error: 4294967295 repetitions; at most 500000 are allowed
== loop_of_many_turns
* = $1000
!set n = 0
!for i, 1, 100000 {
!set n = n + 1
}
!le32 n
-> A0 86 01 00
== braces_in_skipped_text
* = $1000
!if 0 {
!byte "}", '}', "\"}", '\'' ; }
} else {
!byte 2
}
-> 02
== comments_in_skipped_text
* = $1000
!if 0 {
 lda #1 // } else { "
 unknown ' { '
} else {
!byte 2
}
-> 02
== alignment_that_nothing_has
* = $1000
!align 2147483647, 2147483648
-> refused 2:8: error: the address is 2147483648, 1 more than 2147483647
== constant_from_itself
*=$1000
foo = foo
-> refused 2:1: error: `foo` is defined in terms of itself: foo -> foo
== constants_in_a_circle
*=$1000
foo = bar
bar = foo
 !byte foo
-> refused 2:1: error: `foo` is defined in terms of itself: foo -> bar -> foo
== constant_twice
*=$1000
foo = 5
foo = 5
 !byte foo
-> 05
== braces_in_kept_text
*=$1000
!macro mm {
 !byte "}", '}' ; }
}
+mm
-> 7D 7D
== block_in_kept_text
*=$1000
!for i, 1, 2 {
 !if i = 1 { !byte 1 } else { !byte 2 }
}
-> 01 02
== cpu_6510
*=$1000
 !cpu 6510
 lax 4
 !cpu nmos6502
 slo ($4),y
-> A7 04 13 04
