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
