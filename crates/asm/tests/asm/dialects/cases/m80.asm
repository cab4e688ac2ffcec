; Sources for MACRO-80 with all their bytes. Each begins with `== NAME` and ends with `-> BYTES`, or with `-> refused MESSAGE` for one
; that is refused here. There is no such assembler to compare them with.
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
== label_before_a_condition_in_skipped_text
 ORG 100H
 IF 0
LAB: ELSE
 DB 1
 ENDIF
-> refused 3:6: error: `ELSE` is not supported; it is not known whether MACRO-80 sees a condition after a label that it skips; write the label in a line of its own
== condition_words_as_labels_in_skipped_text
 ORG 100H
 IF 0
ELSE: NOP
 DB 'IT
 IF 1
 DB 1
 ENDIF
 ELSE
 DB 2
 ENDIF
-> 02
== suffixes_in_another_radix
 .RADIX 16
 DW 10, 1F, 0FFH, 17Q, 17O
 .RADIX 2
 DW 101, 12H, 12D
-> 10 00 1F 00 FF 00 0F 00 0F 00 05 00 12 00 0C 00
== suffix_that_is_a_digit
 .RADIX 16
 DW 101B
-> refused 2:5: error: `101B` is not supported; its last letter is a digit here too; write H at its end
== digit_of_another_radix
 .RADIX 2
 DW 12
-> refused 2:5: error: `12` is not a valid number
== bytes_whose_high_byte_is_zero_or_ones
 MVI A,NOT 0FCH
 MVI B,-256
 DB 0FF80H, 255, -1
-> 3E 03 06 00 80 FF FF
== bytes_with_another_high_byte
 DB -257
-> refused 1:5: error: the byte is -257, 129 less than -128
