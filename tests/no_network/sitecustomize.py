"""Loaded by every command that a test starts: connecting to the network is an error."""

import socket


def refuse(*_args: object, **_kwargs: object) -> None:
    raise AssertionError("a test touched the network")


socket.socket.connect = refuse  # type: ignore[method-assign]
socket.socket.connect_ex = refuse  # type: ignore[method-assign]
socket.create_connection = refuse  # type: ignore[assignment]
socket.getaddrinfo = refuse  # type: ignore[assignment]
