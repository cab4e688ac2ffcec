; Code that stores through pointers, and waits for what it has stored
WAIT:	LD (HL),A
	INC HL
	LD A,(DE)
	INC DE
	CP (HL)
	JR NZ,WAIT
	CALL WAIT2
	DJNZ WAIT
	RET
WAIT2:	DEC (HL)
	JR NZ,WAIT2
	RET
