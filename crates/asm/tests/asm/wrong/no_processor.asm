        LD      A,B
;~ 9-19 error: the source does not name a processor; it looks like Z80 (`LD A,B`): add `--cpu z80`, or begin the source with `CPU z80`
