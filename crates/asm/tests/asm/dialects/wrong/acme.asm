; Names that are defined further down: ACME finds them when it reads the source again.
* = $1000
        lda later
!ifdef below {
;~ 8: error: `below` is defined further down, and ACME answers differently when it reads the source again; define `below` above, or place nothing that depends on it
        nop
}
!ifdef below nop
;~ 8: error: `below` is defined further down, and ACME answers differently when it reads the source again; define `below` above, or place nothing that depends on it
!ifndef again {
;~ 9: error: `again` is defined further down, and ACME answers differently when it reads the source again; define `again` above, or place nothing that depends on it
        !byte 1
again = 3
}
!ifndef other !byte 2
;~ 9: error: `other` is defined further down, and ACME answers differently when it reads the source again; define `other` above, or place nothing that depends on it
other = 4
; what places nothing may depend on them
!ifndef guard {
guard = 1
}
below = 5
!ifdef nowhere {
        nop
} else ifdef low {
;~ 14: error: `low` is defined further down, and ACME answers differently when it reads the source again; define `low` above, or place nothing that depends on it
        nop
}
!for i, 1, 2 {
        !eof
;~ 9: error: `!eof` is not supported; it is inside a repetition
;~ 9: error: `!eof` is not supported; it is inside a repetition
}
low = 6
later:  nop
!ifdef guard !eof
        this is not read
