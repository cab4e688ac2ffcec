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
