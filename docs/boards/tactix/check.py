#!/usr/bin/env python3
"""Checks a certificate of TACTIX, and the database that belongs to it, with code of its own.

    check.py CERTIFICATE                   solves each board of up to 16 squares from the definition
    check.py CERTIFICATE DATABASE          recounts the database; verifies 16 random blocks
    check.py CERTIFICATE DATABASE --blocks 1000 --seed 7
    check.py CERTIFICATE DATABASE --blocks all

A certificate is what `arcadian board tactix solve SIZE --json` prints. Python 3.10 or later, no packages.

A position is a number: bit `columns * row + column` is the counter in that row and column. The database has a bit for each
position, 1 if the player to move loses. A block is one large integer here, so a move is a shift of it: the positions of a block
from which some move leads to a losing position are an OR of shifted blocks. The table is right if in every block the others, and
only they, lose: by induction on the number of counters there is only one such table.
"""

import argparse
import hashlib
import json
import random
import sys

SOLVED_HERE = 16


def fail(text):
    sys.exit(f"FAILS: {text}")


def expect(what, found, stated):
    if found != stated:
        fail(f"{what}: found {found}, stated {stated}")


def moves_of(rows, columns):
    """Returns {text: mask} of all moves."""
    moves = {}
    for row in range(rows):
        for column in range(columns):
            for down, right, most in ((0, 1, columns - column), (1, 0, rows - row)):
                for length in range(1, most + 1):
                    squares = [(row + down * n, column + right * n) for n in range(length)]
                    text = "-".join(f"{r}{c}" for r, c in dict.fromkeys((squares[0], squares[-1])))
                    moves[text] = sum(1 << (columns * r + c) for r, c in squares)
    return moves


def images_of(rows, columns):
    """Returns the different maps of squares, as tuples of square numbers."""
    last_row, last_column = rows - 1, columns - 1
    maps = [
        lambda r, c: (r, c),
        lambda r, c: (last_row - r, c),
        lambda r, c: (r, last_column - c),
        lambda r, c: (last_row - r, last_column - c),
    ]
    if rows == columns:
        maps += [lambda r, c, of=of: of(r, c)[::-1] for of in maps[:4]]
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    return {tuple(columns * r + c for r, c in (of(*square) for square in squares)) for of in maps}


def image(map_, position):
    return sum(1 << to for square, to in enumerate(map_) if position >> square & 1)


def solve(rows, columns, rule):
    """Returns the losing positions of a small board, each derived from its moves."""
    masks = list(moves_of(rows, columns).values())
    losing = [rule == "normal"]
    for position in range(1, 1 << rows * columns):
        losing.append(not any(position & mask == mask and losing[position ^ mask] for mask in masks))
    return losing


def check_small(rows, columns, game):
    losing = solve(rows, columns, game["rule"])
    positions = [position for position, loses in enumerate(losing) if loses]
    counts = [0] * (rows * columns + 1)
    for position in positions:
        counts[position.bit_count()] += 1
    maps = images_of(rows, columns)
    classes = sum(all(image(map_, position) >= position for map_ in maps) for position in positions)
    full = (1 << rows * columns) - 1
    winning = [text for text, mask in moves_of(rows, columns).items() if losing[full ^ mask]]
    expect("losing positions by counters", counts, game["losing_by_counters"])
    expect("classes", classes, game["losing_classes"])
    expect("winning first moves", sorted(winning), sorted(game["winning_first_moves"]))
    words = [sum(loses << n for n, loses in enumerate(losing[at : at + 64])) for at in range(0, len(losing), 64)]
    table = b"".join(word.to_bytes(8, "little") for word in words)
    size = len(table) // parts_of(rows * columns)
    digests = b"".join(hashlib.sha256(table[at : at + size]).digest() for at in range(0, len(table), size))
    expect("SHA-256", hashlib.sha256(digests).hexdigest(), game["table_sha256"])


def parts_of(squares):
    """Returns the number of blocks of a board of up to 23 squares."""
    return 1 if squares <= 6 else 1 << ((squares - 7) % 6 + 1)


class Database:
    def __init__(self, name):
        self.file = open(name, "rb")
        header = self.file.read(64)
        if header[:8] != b"TACTIX1\n" or header[11] != 1:
            fail(f"{name} is not a complete database of TACTIX")
        self.rows, self.columns = header[8], header[9]
        self.rule = ("normal", "misere")[header[10]]
        self.blocks = int.from_bytes(header[12:16], "little")
        self.digest = header[16:48].hex()
        self.digests = self.file.read(32 * self.blocks)
        self.bits = max(self.rows * self.columns, 6)
        self.block_bits = self.bits - (self.blocks.bit_length() - 1)
        expect("SHA-256 of the digests", hashlib.sha256(self.digests).hexdigest(), self.digest)

    def bytes(self, block):
        size = 1 << self.block_bits - 3
        self.file.seek(64 + 32 * self.blocks + size * block)
        found = self.file.read(size)
        expect(f"SHA-256 of block {block}", hashlib.sha256(found).digest(), self.digests[32 * block : 32 * block + 32])
        return found

    def block(self, block):
        return int.from_bytes(self.bytes(block), "little")

    def loses(self, position):
        self.file.seek(64 + 32 * self.blocks + (position >> 3))
        return self.file.read(1)[0] >> (position & 7) & 1


def pattern(bits, holds):
    """Returns a block in which those positions are set that have a property of each bit: `holds` says with which value it may be."""
    block = 1
    for bit in range(bits):
        block |= block << (1 << bit) if holds(bit) else 0
    return block


def with_counters(bits):
    """Returns blocks of the positions with 0, 1, ... counters."""
    blocks = [1]
    for bit in range(bits):
        shifted = [0] + [block << (1 << bit) for block in blocks]
        blocks = [a | b for a, b in zip(blocks + [0], shifted)]
    return blocks


def recount(base, game):
    masks = with_counters(base.block_bits)
    counts = [0] * (base.bits + 1)
    for number in range(base.blocks):
        block = base.block(number)
        for counters, mask in enumerate(masks):
            counts[number.bit_count() + counters] += (block & mask).bit_count()
        show("recounted", number, base.blocks)
    squares = base.rows * base.columns
    expect("losing positions by counters", counts[: squares + 1], game["losing_by_counters"])
    expect("losing positions of no board", sum(counts[squares + 1 :]), 0)
    full = (1 << squares) - 1
    winning = [text for text, mask in moves_of(base.rows, base.columns).items() if base.loses(full ^ mask)]
    expect("winning first moves", sorted(winning), sorted(game["winning_first_moves"]))
    expect("winner", "second player" if base.loses(full) else "first player", game["winner"])


def verify_block(base, number, moves, without, valid):
    """Verifies every position of a block by its moves."""
    low = (1 << base.block_bits) - 1
    wins = 0
    own = base.block(number)
    sources = {number: own}
    for mask in moves:
        high = mask >> base.block_bits
        if high & ~number:
            continue
        source = number ^ high
        if source not in sources:
            sources[source] = base.block(source)
        wins |= (sources[source] & without[mask & low]) << (mask & low)
    if number == 0 and base.rule == "misere":
        wins |= 1
    if own != valid & ~wins:
        wrong = own ^ (valid & ~wins)
        position = (number << base.block_bits) + (wrong & -wrong).bit_length() - 1
        fail(f"position {position:#x} does not follow from its moves")


def verify(base, numbers):
    moves = moves_of(base.rows, base.columns).values()
    low = (1 << base.block_bits) - 1
    without = {part: pattern(base.block_bits, lambda bit, part=part: not part >> bit & 1) for part in {m & low for m in moves}}
    valid = (1 << (1 << min(base.rows * base.columns, base.block_bits))) - 1
    for done, number in enumerate(numbers):
        verify_block(base, number, moves, without, valid)
        show("verified", done, len(numbers))


def show(what, done, of):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what} {done + 1} of {of} blocks", end="\n" if done + 1 == of else "", file=sys.stderr, flush=True)


def check_database(args, certificate):
    base = Database(args.database)
    games = [game for game in certificate["games"] if game["rule"] == base.rule]
    expect("board", (base.rows, base.columns), (certificate["rows"], certificate["columns"]))
    if not games:
        fail(f"the certificate has no game with the rule {base.rule}")
    expect("SHA-256", base.digest, games[0]["table_sha256"])
    recount(base, games[0])
    numbers = list(range(base.blocks))
    if args.blocks != "all":
        chosen = random.Random(args.seed).sample(numbers, min(int(args.blocks), base.blocks))
        numbers = sorted({0, base.blocks - 1, *chosen})
    verify(base, numbers)
    positions = len(numbers) << base.block_bits
    print(f"{base.rows}x{base.columns} {base.rule}: recounted {sum(games[0]['losing_by_counters'])} losing positions; "
          f"verified {positions} of {1 << base.bits} positions, seed {args.seed}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("certificate")
    parser.add_argument("database", nargs="?")
    parser.add_argument("--blocks", default="16")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with open(args.certificate, encoding="utf-8") as file:
        certificate = json.load(file)
    rows, columns = certificate["rows"], certificate["columns"]
    for game in certificate["games"]:
        expect("sum", sum(game["losing_by_counters"]), game["losing"])
    if args.database:
        check_database(args, certificate)
    elif rows * columns <= SOLVED_HERE:
        for game in certificate["games"]:
            check_small(rows, columns, game)
        print(f"{rows}x{columns}: solved from the definition, holds")
    else:
        fail(f"{rows}x{columns} has more than {SOLVED_HERE} squares; name its database")


if __name__ == "__main__":
    main()
