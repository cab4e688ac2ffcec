;! routine: T2CW
;! cpu: 8086
;~ 9-12 error: `cpu` takes 8080, z80 or 6502
0100  78           T2CW:  MOV  A,B
