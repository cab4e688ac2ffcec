; A division by subtractions: the number of rounds depends on two words
DIV:	LD BC,0
NEXT:	OR A
	SBC HL,DE
	RET C
	INC BC
	JR NEXT
