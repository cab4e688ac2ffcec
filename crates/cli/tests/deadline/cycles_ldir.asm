; Copies of any length, one of the other
COPY:	LDIR
	LD B,(HL)
	LD C,E
	LDIR
	LDDR
	RET
