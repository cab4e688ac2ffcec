; Calls run, and returns to the caller.
        .import _run
        .export start
start:  jmp _run
