; Sources for sdasz80 with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. `cargo test -p arcadian-asm --test real_assemblers cases -- --ignored` compares
; the bytes with those of the real assembler.
== nested_loops_without_statements
 .rept 60000
 .rept 60000
 .endm
 .endm
-> refused 3:1: error: more than 500000 statements, macro expansions and turns of loops included: the rest of the source is not read
