; The number of rounds is known for each value only
STEP:	LD A,H
	OR A
	JR NZ,GO
	LD A,L
	CP 2
	RET C
GO:	SRL H
	RR L
	JR NC,STEP
	RL L
	RL H
	LD D,H
	LD E,L
	ADD HL,HL
	ADD HL,DE
	INC HL
	JR STEP
