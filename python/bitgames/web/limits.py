"""The limits of the server, which keep one client from taking what the others need."""

MAX_FRAME = 4 << 20
"""Most bytes of a frame; a larger one ends the connection, as nobody reads it."""
MAX_IMPORT = 1 << 20
"""Most bytes of an import; a larger one is refused."""
MAX_MESSAGE = 8 << 10
"""Most bytes of any other message."""
MAX_RATE = 20.0
"""Messages a second from one client, on average."""
MAX_BURST = 40
"""Messages that a client may send at once after a pause."""
MAX_DROPPED = 200
"""A client that sends this number of messages above its rate, without a pause, is disconnected."""
MAX_SOCKETS = 64
"""Clients at a time; the last place is for the owner."""
MAX_SPECTATORS = 32
"""Clients from which on nobody comes in who only watches."""
MAX_UNAUTHENTICATED = 64
"""Connections that have not shown a token; with more of them old ones are ended."""
HELLO_SECONDS = 5.0
"""Time in seconds in which a client shows its token."""
REQUEST_SECONDS = 10.0
"""Time in seconds in which a connection makes its first request."""
MAX_QUEUE = 64
"""Answers that wait for a slow client; with more of them it is disconnected."""
MAX_ROOMS = 32
"""Games at a time."""
IDLE_SECONDS = 2 * 3600.0
"""Seconds without a message after which a room is closed."""
