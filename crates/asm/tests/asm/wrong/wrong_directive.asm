; for a later one
        .cpu 8086       ; of 1978
;~ 14-17 error: `8086` is not a known processor; the processors are 8080, z80 and 6502
        MOV  A,B
