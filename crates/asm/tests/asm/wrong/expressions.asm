        CPU     Z80
        DEFB    1+
;~ 18-18 error: expected a value
        DEFB    (1+2
;~ 17-17 error: missing closing parenthesis
        DEFB    1)
;~ 18-18 error: unexpected `)`
        DEFB    5/0, 5 MOD (3-3)
;~ 18-18 error: division by zero
        DEFB    1 SHL 32
;~ 19-21 error: the shift count is 32; it must be 0 to 31
        DEFW    65535*65535
;~ 17-27 error: the result does not fit in 32 bits
        DEFB    12A
;~ 17-19 error: `12A` is not a valid number; a hexadecimal number is written 12AH or $12A
        DEFB    102B
;~ 17-20 error: `102B` is not a valid number; a hexadecimal number is written 102BH or $102B
        DEFB    'no end
;~ 17-23 error: the string has no closing quote
        DEFB    "ä"
;~ 18-19 error: `ä` is not an ASCII character
        DEFB    'AB'+1, 'ABC'+1
;~ 25-29 error: a string of 3 characters is not a value; strings of one or two characters are
        DEFB    HL
;~ 17-18 error: `HL` is a register or a condition, not a value
        DEFB    1 2
;~ 19-19 error: unexpected `2`
        DEFB    ,1
;~ 17-18 error: expected a value
        DEFB
;~ 9-12 error: `DEFB` needs an operand
        DEFB    99999999999
;~ 17-27 error: the result does not fit in 32 bits
        DEFB    C1
C1      EQU     C2
;~ 17-18 error: `C1` is defined in terms of itself: C1 -> C2 -> C3 -> C1
C2      EQU     C3+1
C3      EQU     C1
C4      EQU     MISSING+1
;~ 17-23 error: `MISSING` is not defined
        DEFB    C4
        DEFB    missing
        DEFB    ?
;~ 17-17 error: `?` is not defined
        DEFB    1,2,300,4,500
;~ 21-23 error: the byte is 300, 45 more than 255
