"""A verified deal worked out by hand, from docs/reference/verified-deals.md alone: nothing here is ours or Python's."""

MASK = 0xFFFFFFFF
BLOCK = 64
PRIMES = [number for number in range(2, 312) if all(number % other for other in range(2, number))]


def root_bits(number: int, degree: int) -> int:
    """The first 32 bits behind the point of a square (2) or cube (3) root."""
    low, high = 0, number << 32
    target = number << (32 * degree)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= target else (low, middle)
    return low & MASK


ROUND = [root_bits(prime, 3) for prime in PRIMES[:64]]
START = [root_bits(prime, 2) for prime in PRIMES[:8]]


def turn(word: int, by: int) -> int:
    """A word of 32 bits turned to the right."""
    return (word >> by | word << (32 - by)) & MASK


def schedule(block: bytes) -> list[int]:
    """The 64 words of a block."""
    words = [int.from_bytes(block[place : place + 4], "big") for place in range(0, BLOCK, 4)]
    for place in range(16, 64):
        old, new = words[place - 15], words[place - 2]
        small = turn(old, 7) ^ turn(old, 18) ^ old >> 3
        large = turn(new, 17) ^ turn(new, 19) ^ new >> 10
        words.append((words[place - 16] + small + words[place - 7] + large) & MASK)
    return words


def mix(state: list[int], block: bytes) -> list[int]:
    """The state after one more block."""
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(ROUND, schedule(block), strict=True):
        first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & MASK & g) + constant + word
        second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
    return [(old + new) & MASK for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def sha256(message: bytes) -> bytes:
    """The digest (FIPS 180-4)."""
    padded = message + b"\x80" + bytes((55 - len(message)) % BLOCK) + (8 * len(message)).to_bytes(8, "big")
    state = START
    for place in range(0, len(padded), BLOCK):
        state = mix(state, padded[place : place + BLOCK])
    return b"".join(word.to_bytes(4, "big") for word in state)


def hmac(key: bytes, message: bytes) -> bytes:
    """The keyed digest (RFC 2104)."""
    padded = (sha256(key) if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


class Stream:
    """A labelled stream of words of 32 bits."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label, self.number = key, label, 0
        self.left = b""

    def word(self) -> int:
        """The next word."""
        if not self.left:
            self.left = hmac(self.key, f"{self.label}:{self.number}".encode("ascii"))
            self.number += 1
        word, self.left = self.left[:4], self.left[4:]
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        """A number below the bound."""
        while True:
            word = self.word()
            if word < 2**32 // bound * bound:
                return word % bound


def shuffle(items: list[str], key: bytes, label: str) -> list[str]:
    """The items in the order of a label."""
    items, stream = list(items), Stream(key, label)
    for last in reversed(range(1, len(items))):
        chosen = stream.below(last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items
