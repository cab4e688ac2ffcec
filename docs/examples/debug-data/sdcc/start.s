; Calls main; returns to the caller.
        .module start
        .globl  _main
        .area   _CODE
start::
        jp      _main
