; Delays in each other, of known and unknown lengths
DELAY:	LD BC,0
OUTER:	LD E,A
INNER:	DEC E
	JR NZ,INNER
	DEC BC
	LD A,B
	OR C
	JR NZ,OUTER
	RET
