/* Functions as cc65 compiles them: all parameters but the last are on the stack of its runtime. */

//! stack: (sp)
//! pops: 1
//! in: ((sp)) = value, A = limit
//! out: A = result
//! clobbers: X, Y, P, (sp+2:18)
//! ensures: result = min(value, limit)
unsigned char clamp(unsigned char value, unsigned char limit)
{
    if (value > limit) {
        return limit;
    }
    return value;
}

//! stack: (sp)
//! pops: 4
//! in: ((sp)+2) -> text:8, ((sp):2) = from, A = index
//! out: A = result
//! clobbers: X, Y, P, (sp+2:18)
//! requires: from < 4 and index < 4
//! ensures: result = text[from + index]
char pick(const char *text, unsigned int from, unsigned char index)
{
    return text[from + index];
}
