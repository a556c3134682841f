"""Whose release is audited or resolved: what a session does not know it cannot prove or give back."""

from __future__ import annotations

import pytest

ONE = "Dear Maren Holloway,\nmail maren@example.com or call 555-0123.\n"
TWO = "姓名：周若溪\n电话：13800138000\n邮箱：ruoxi@example.cn\n"


@pytest.fixture
def two(run, tmp_path):  # type: ignore[no-untyped-def]
    """Two folders, each released by its own session, and the second without its manifest too."""
    for name, text in (("one", ONE), ("two", TWO)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text)
        done = run("sanitize", name, "-o", f"safe_{name}", "--session", f"{name}.session.jsonl")
        assert done.returncode == 0
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare/a.txt").write_bytes((tmp_path / "safe_two/a.txt").read_bytes())
    return tmp_path


@pytest.mark.parametrize("path", ["safe_one", "safe_one/a.txt", "bare", "bare/a.txt"])
def test_an_empty_session_is_none(run, two, path) -> None:  # type: ignore[no-untyped-def]
    (two / "empty.session.jsonl").touch()
    done = run("audit", path, "--session", "empty.session.jsonl")
    assert done.returncode == 2
    assert b"empty.session.jsonl is empty" in done.stderr


@pytest.mark.parametrize("session", ["one", "fresh"])
@pytest.mark.parametrize("path", ["safe_two", "safe_two/a.txt", "bare", "bare/a.txt"])
def test_the_session_of_others_proves_nothing(run, two, path, session) -> None:  # type: ignore[no-untyped-def]
    (two / "blue.txt").write_text("The sky is blue.\n")
    assert run("sanitize", "blue.txt", "-o", "b.txt", "--session", "fresh.session.jsonl").returncode == 0
    done = run("audit", path, "--session", f"{session}.session.jsonl")
    assert done.returncode == 2
    assert done.stderr.decode().count("so nothing found proves nothing") == 1
    assert b"nothing found" not in done.stdout


def test_a_folder_of_another_session_is_told_before_anything_is_read(run, two) -> None:  # type: ignore[no-untyped-def]
    with (two / "safe_two/a.txt").open("ab") as stream:
        stream.write(b"\xff\xfe\x00 maren@example.com\n")  # of no use to read: it is another's
    done = run("audit", "safe_two", "--session", "one.session.jsonl")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.index(b"is not as its manifest") < done.stderr.index(b"did not release it")


def test_what_an_audit_cannot_notice_is_told(run, two) -> None:  # type: ignore[no-untyped-def]
    session = ("--session", "two.session.jsonl")
    for path, told in (("bare", True), ("safe_two", False), ("bare/a.txt", False)):
        done = run("audit", path, *session)
        assert (done.returncode, b"missing and changed files cannot be noticed" in done.stderr) == (0, told)
    assert b"no --session: only the detector runs" in run("audit", "safe_two").stderr


@pytest.mark.parametrize("name", ["none.session.jsonl", "none.jsonl", "none"])
@pytest.mark.parametrize("command", ["audit safe_one", "resolve safe_one/a.txt", "session show"])
def test_a_session_file_that_is_not_there_is_missing(run, two, command: str, name: str) -> None:  # type: ignore[no-untyped-def]
    named = (name,) if command == "session show" else ("--session", name)
    done = run(*command.split(), *named)
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"{name}: no such session file".encode() in done.stderr


@pytest.mark.parametrize("command", ["detect --check", "audit"])
def test_a_run_that_failed_does_not_say_that_nothing_was_found(run, two, command: str) -> None:  # type: ignore[no-untyped-def]
    (two / "mixed").mkdir()
    (two / "mixed/plain.txt").write_text("The sky is blue.\n")
    assert run(*command.split(), "mixed").stdout == b"nothing found\n"
    (two / "mixed/broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(32))
    done = run(*command.split(), "mixed")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"broken.png" in done.stderr


def test_own_releases_and_texts_of_no_release_are_audited(run, two) -> None:  # type: ignore[no-untyped-def]
    (two / "typed").mkdir()
    (two / "typed/a.txt").write_text("Write [[NAME#5]] where the name goes.\n")
    session = ("--session", "two.session.jsonl")
    assert run("sanitize", "typed", "-o", "safe_typed", *session).returncode == 0
    for path in ("safe_two", "safe_two/a.txt", "bare", "bare/a.txt", "safe_typed", "safe_typed/a.txt"):
        assert run("audit", path, *session).returncode == 0, path
    (two / "plain.txt").write_text("No reference, no value: issue #4 of [2].\n")
    assert run("audit", "plain.txt", *session).returncode == 0
    reply = "Thank [[NAME#1]], not [[NAME#88]].\n"
    assert run("audit", "-", *session, stdin=reply.encode()).returncode == 0
    (two / "reply.txt").write_text(reply)  # any session has a first name: in a file it may be of another
    told = run("audit", "reply.txt", *session)
    assert (told.returncode, b"a reply is piped into -" in told.stderr) == (2, True)


@pytest.mark.parametrize("harm", ["missing", "changed", "leak", "added"])
def test_what_is_not_as_released_is_broken(run, two, harm) -> None:  # type: ignore[no-untyped-def]
    safe = two / "safe_one/a.txt"
    if harm == "missing":
        safe.rename(two / "elsewhere.txt")
        (two / "safe_one/more.txt").write_text("Nothing.\n")
    elif harm == "added":
        (two / "safe_one/more.txt").write_text("Nothing.\n")
    else:
        safe.write_text(safe.read_text() + ("maren@example.com\n" if harm == "leak" else "more\n"))
    for session in ((), ("--session", "one.session.jsonl"), ("--exit-zero",)):
        done = run("audit", "safe_one", *session)
        assert done.returncode == (0 if harm == "added" else 2), harm
        assert b"is not as its manifest lists it" in done.stderr
    if harm in ("changed", "leak"):
        assert run("audit", "safe_one/a.txt").returncode == 2


def test_secrets_that_are_not_kept_are_counted(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text(
        "password: Wren7!kp\ntoken: ghp_aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3lN5\n"
    )
    for session, lost in (("s.session.jsonl", True), ("k.session.jsonl", False)):
        flags = ("--session", session, *(() if lost else ("--key-file", "k.key")))
        assert run("sanitize", "in", "-o", f"out_{session[0]}", *flags).returncode == 0
        done = run("audit", f"out_{session[0]}", *flags)
        assert done.returncode == 0
        assert (b"1 secret could not be looked for" in done.stderr) is lost
        assert b"Wren7" not in done.stderr


def test_a_folder_of_sessions_is_audited_and_resolved(run, two) -> None:  # type: ignore[no-untyped-def]
    (two / "both").mkdir()
    (two / "both/a.txt").write_text(ONE)
    (two / "both/b.txt").write_text(TWO)
    folder = ("--session", "kept")
    assert run("sanitize", "both", "-o", "safe", *folder, "--session-by", "file").returncode == 0
    assert run("audit", "safe", *folder).returncode == 0
    (two / "leak.txt").write_text("13800138000 again")
    assert run("audit", "leak.txt", *folder).returncode == 1
    assert run("audit", "safe", "--session", "safe_one").returncode == 2
    assert run("resolve", "safe/a.txt", *folder).stdout.decode() == ONE
    assert run("resolve", "safe/b.txt", *folder, "--surface", "original").stdout.decode() == TWO
    (two / "reply.txt").write_text("[[NAME#1]]")
    for stdin, path in ((b"[[NAME#1]]", "-"), (b"", "reply.txt")):
        done = run("resolve", path, *folder, stdin=stdin)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"2 sessions" in done.stderr
        assert b"--name" in done.stderr
        for name, value in (("a.txt", "Maren Holloway"), ("b.txt", "周若溪")):
            assert run("resolve", path, *folder, "--name", name, stdin=stdin).stdout.decode() == value
    piped = (two / "safe/b.txt").read_bytes()
    assert run("resolve", "-", *folder, stdin=piped).stdout.decode() == TWO
    original = run("resolve", "-", *folder, "--surface", "original", "--name", "b.txt", stdin=piped)
    assert original.stdout.decode() == TWO
    assert run("resolve", "-", *folder, "--name", "c.txt", stdin=piped).returncode == 2
    stream = run("resolve", "-", *folder, "--stream", "--name", "a.txt", stdin=b"[[NAME#1]]")
    assert stream.stdout == b"Maren Holloway"
    (two / "kept/b.txt.session.jsonl").unlink()
    assert run("resolve", "reply.txt", *folder).stdout == b"Maren Holloway"


def test_another_tree_is_not_resolved(run, two) -> None:  # type: ignore[no-untyped-def]
    other, own = ("--session", "one.session.jsonl"), ("--session", "two.session.jsonl")
    (two / "safe_two/reply.txt").write_text("Thank [[NAME#1]].\n")
    (two / "reply.txt").write_text("Thank [[NAME#1]].\n")
    for path in ("safe_two/a.txt", "safe_two/reply.txt"):
        done = run("resolve", path, *other)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"another session" in done.stderr
        assert run("resolve", path, *own).returncode == 0
    for path in ("reply.txt", "bare/a.txt"):
        assert run("resolve", path, *own).returncode == 0
    with (two / "safe_two/a.txt").open("a") as stream:
        stream.write("Edited by an agent.\n")
    assert "周若溪" in run("resolve", "safe_two/a.txt", *own).stdout.decode()


def test_what_was_left_is_counted_and_named(run, two) -> None:  # type: ignore[no-untyped-def]
    text = b"[[NAME#77]] [[NAME#77]] [[EMAIL#78]] [NAME#79]] [[NAME#1]]"
    told = run("resolve", "-", "--session", "one.session.jsonl", stdin=text).stderr.decode()
    assert "4 references were left as they are ([[NAME#77]] 2 times, [[EMAIL#78]], 1 damaged)" in told


def test_the_variable_names_the_session_to_show(run, two) -> None:  # type: ignore[no-untyped-def]
    for command in ("show", "export"):
        done = run("session", command, env={"SHOTVEIL_SESSION": "one.session.jsonl"})
        assert done.returncode == 0, done.stderr
        assert b"NAME" in done.stdout


def test_evidence_is_shared_within_a_session_only(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Customer name: Ottoline Varga\n")
    (tmp_path / "in/b.txt").write_text("so varga went home\n")
    together, apart = (
        run("detect", "in", *by).stdout.count(b'"tier"') for by in ((), ("--session-by", "file"))
    )
    assert together > apart


@pytest.mark.parametrize("by", ["file", "folder"])
def test_render_takes_the_session_of_each_scope(run, two, by) -> None:  # type: ignore[no-untyped-def]
    both = ("one", "two", "--session", "all.sessions", "--session-by", by)
    (two / "all.sessions").mkdir()
    records = run("sanitize", *both).stdout
    done = run("render", "-o", "drawn", "--session", "all.sessions", stdin=records)
    assert done.returncode == 0, done.stderr
    drawn = sorted(path for path in (two / "drawn").rglob("*.txt"))
    assert len(drawn) == 2
    for path in drawn:
        assert run("audit", path, "--session", "all.sessions").returncode == 0
        back = run("resolve", path, "--session", "all.sessions", "--surface", "original")
        assert back.stdout.decode() in (ONE, TWO)


def test_render_refuses_records_of_another_session(run, two) -> None:  # type: ignore[no-untyped-def]
    records = run("sanitize", "one", "--session", "mine.session.jsonl").stdout
    for session in ("one", "two"):
        done = run("render", "-o", "drawn", "--session", f"{session}.session.jsonl", stdin=records)
        assert done.returncode == 2
        assert b"its records are not of this session" in done.stderr
        assert not list((two / "drawn").rglob("*.txt"))
    assert run("render", "-o", "mine", "--session", "mine.session.jsonl", stdin=records).returncode == 0
    missing = run("render", "-o", "other", "--session", "none.session.jsonl", stdin=records)
    assert (missing.returncode, b"no such session file" in missing.stderr) == (2, True)


@pytest.mark.parametrize("command", ["show", "export"])
def test_a_session_is_named_as_everywhere(run, two, command: str) -> None:  # type: ignore[no-untyped-def]
    plain = run("session", command, "one.session.jsonl")
    assert (plain.returncode, b"NAME" in plain.stdout) == (0, True)
    assert run("session", command, "--session", "one.session.jsonl").stdout == plain.stdout
    done = run("session", command)
    assert (done.returncode, b"no session is named" in done.stderr) == (2, True)


def test_equal_texts_of_several_sessions_are_told_apart_by_where_they_lie(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    people = {"a.txt": "Customer name: Maren Holloway\n", "b.txt": "Customer name: Abel Tolliver\n"}
    for name, text in people.items():
        (tmp_path / "in" / name).write_text(text)
    folder = ("--session", "kept")
    assert run("sanitize", "in", "-o", "out", *folder, "--session-by", "file").returncode == 0
    assert len({(tmp_path / "out" / name).read_bytes() for name in people}) == 1
    for name, text in people.items():
        done = run("resolve", f"out/{name}", *folder)
        assert (done.returncode, done.stdout.decode()) == (0, text), done.stderr
    piped = (tmp_path / "out/a.txt").read_bytes()
    assert run("resolve", "-", *folder, stdin=piped).returncode == 2
    unknown = run("resolve", "-", *folder, "--name", "nope.txt", stdin=piped)
    assert (unknown.returncode, b"holds no session of that --name" in unknown.stderr) == (2, True)


def test_records_of_one_session_are_drawn_with_its_file(run, two) -> None:  # type: ignore[no-untyped-def]
    records = run("sanitize", "one", "--session", "all/mine.session.jsonl").stdout
    done = run("render", "-o", "drawn", "--session", "all", stdin=records)
    assert (done.returncode, b"name its file with --session FILE" in done.stderr) == (2, True)
    assert run("render", "-o", "drawn", "--session", "all/mine.session.jsonl", stdin=records).returncode == 0


def test_a_link_that_leads_nowhere_is_named_once(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "link.txt").symlink_to("nowhere")
    done = run("detect", ".", "--check")
    assert done.returncode == 2
    assert done.stderr.count(b"link.txt") == 1
    assert b"leads nowhere" in done.stderr


def test_what_cannot_be_written_is_named_by_its_path(run, two) -> None:  # type: ignore[no-untyped-def]
    (two / "taken").write_text("a file")
    done = run("sanitize", "one/a.txt", "--session", "taken/deep/s.session.jsonl")
    assert done.returncode == 2
    assert b"taken/deep/s.session.jsonl" in done.stderr
    done = run("resolve", "safe_one/a.txt", "--session", "one.session.jsonl", "-o", "taken/x.txt")
    assert (done.returncode, b"taken/x.txt: cannot be written" in done.stderr) == (2, True)
