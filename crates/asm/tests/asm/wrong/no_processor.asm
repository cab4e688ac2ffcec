        LD      A,B
;~ 1-19 error: the source does not name a processor; name it: 8080, z80 or 6502, by a directive `CPU z80` or a header line `;! cpu: z80`
