"""The parent process of programs, which ends them with all their children.

It works for one thread of one process, over the socket that is its standard input. When that one
is gone, however it ended, what runs here is killed. What a program leaves behind becomes a child
of the keeper, also what changed its session, so that nothing escapes. A program that kills its
keeper leaves all to the keeper's own parent, which kills it. Only the standard library.

Orders are lines of JSON: {"command", "folder", "environment", "memory", "rlimits", "limits",
"confined", "filter"}, after a byte with the three streams, to start a program; a number of seconds
to end it, which it has between SIGTERM and SIGKILL. Where there are limits of all its processes
together (cpu_seconds, memory, processes), these are looked at again and again, and all are killed
where one is passed.
"""

import ctypes
import errno
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from itertools import islice

SUBREAPER, DUMPABLE, SWEEP_SECONDS = 36, 4, 5.0
LOOK_SECONDS = 0.02
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
OURS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main():
    """Serve until the socket is closed."""
    if os.getsid(0) != os.getpid():
        os.setsid()  # Ctrl-C is for the process that this one works for
    for number in OURS:
        signal.signal(number, signal.SIG_IGN)
    adopt_orphans()
    # What it keeps, of the same user, cannot trace it.
    ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0)
    if pid := os.fork():
        clean_up_after(pid)
        return
    adopt_orphans()
    with suppress(OSError):  # of root: a thousand processes that fork leave another no time
        order = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, order, os.sched_param(1))
    awake, wake = os.pipe()
    os.set_blocking(awake, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    keeper = Keeper(socket.socket(fileno=0), awake)
    while keeper.serve():
        pass


def adopt_orphans():
    """Become the parent of every process below this one whose own parent ends."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def clean_up_after(keeper):
    """Kill what the keeper leaves behind; only then the client sees that it ended."""
    os.waitpid(keeper, 0)
    until = time.monotonic() + SWEEP_SECONDS
    while (left := children()) and time.monotonic() < until:
        kill(left)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.001)


class Keeper:
    """One program at a time: its process and, once it has ended, its exit code."""

    def __init__(self, other, awake):
        self.other, self.awake = other, awake

    def serve(self):
        """Start one program and end it; return whether another one may follow."""
        first, streams, _, _ = socket.recv_fds(self.other, 1, 3)
        if not first:
            return False
        for stream in streams:
            os.set_inheritable(stream, False)
        order = self.read()
        self.pid, began, trouble = start(order, streams)
        for stream in streams:
            os.close(stream)
        self.status, self.seconds, self.over = None, 0.0, None
        self.limits, self.spent = order.get("limits", {}), {}
        self.confined = order.get("confined", False)
        if trouble:
            os.waitpid(self.pid, 0)
            self.say({"failed": trouble})
            return True
        self.say({"began": began})
        return self.follow()

    def follow(self):
        """Say when the program has ended; end it when asked to."""
        said = False
        while True:
            asked = self.sleep(LOOK_SECONDS if self.limits and not said else None)
            if not said and (self.is_over() or self.has_ended()):
                self.say({"ended": self.status, "over": self.over})
                said = True
            if asked:
                grace = self.read()
                self.end(grace or 0.0)
                if grace is not None:
                    seconds = max(self.seconds, sum(self.spent.values()))
                    self.say({"status": self.status, "seconds": seconds})
                return grace is not None

    def is_over(self):
        """Whether the processes passed a limit together; then none is left."""
        if self.limits:
            used = self.used()
            passed = (name for name, most in self.limits.items() if most and used[name] > most)
            self.over = next(passed, None)
            if self.over:
                self.end(0.0)
        return bool(self.over)

    def used(self):
        """Return what all processes use together; remember the seconds of each.

        Of a child that is ignored when it ends, or that ends with the namespace of its processes,
        the system adds the seconds to no other's.
        """
        found = list(processes(os.getpid(), self.limits["processes"]))
        self.spent.update((one.key, one.seconds) for one in found)
        of_living = sum(one.seconds + one.of_children for one in found)
        return {
            "processes": sum(one.threads for one in found),
            "memory": sum(one.resident for one in found),
            "cpu_seconds": max(sum(self.spent.values()), of_living),
        }

    def end_inside(self):
        """Kill what ``bwrap`` runs before its namespace, for that one keeps no account of it."""
        self.used()
        around = {self.pid, *children(self.pid)}
        kill(one for one in below(self.pid) if one not in around)
        until = time.monotonic() + SWEEP_SECONDS / 10
        while not self.has_ended() and (left := until - time.monotonic()) > 0:
            self.sleep(left, self.awake)

    def end(self, grace):
        """Send SIGTERM, wait, send SIGKILL until no child is left."""
        if self.over and not children():
            return  # the number of the group may be another's by now
        if self.confined and not self.over and not self.has_ended():
            self.end_inside()
        if not self.has_ended() and grace:
            signal_group(self.pid, signal.SIGTERM)
            until = time.monotonic() + grace
            while not self.has_ended() and (left := until - time.monotonic()) > 0:
                self.sleep(left, self.awake)
        signal_group(self.pid, signal.SIGKILL)
        until = time.monotonic() + SWEEP_SECONDS
        while self.reap() and time.monotonic() < until:
            kill(below())
            self.sleep(0.02, self.awake)

    def has_ended(self):
        """Whether the program has ended; it is reaped only in ``end``: its id is not used again."""
        if self.status is None:
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found:
                exited = found.si_code == os.CLD_EXITED
                self.status = found.si_status if exited else -found.si_status
                if self.confined and self.status > 128:  # as bwrap and shells tell a signal
                    self.status = 128 - self.status
        return self.status is not None

    def reap(self):
        """Wait for all that have ended, and add their seconds; return whether others are left."""
        while True:
            try:
                child, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if child == 0:
                return True
            self.seconds += usage.ru_utime + usage.ru_stime
            if child == self.pid and self.status is None:
                self.status = os.waitstatus_to_exitcode(status)

    def sleep(self, seconds, *which):
        """Wait until something happens; return whether the client has said something."""
        ready, _, _ = select.select(which or (self.awake, self.other), (), (), seconds)
        if self.awake in ready:
            os.read(self.awake, 4096)
        return self.other in ready

    def read(self):
        """Read a line of the client; None if it is gone."""
        line = b""
        try:
            while not line.endswith(b"\n"):
                if not (more := self.other.recv(65536)):
                    return None
                line += more
        except OSError:
            return None
        return json.loads(line)

    def say(self, what):
        with suppress(OSError):  # that it is gone the next reading tells
            self.other.sendall(json.dumps(what).encode() + b"\n")


def start(order, streams):
    """Start a process with these three streams; its id, when it began, why it did not."""
    heard, said = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            become(order, streams, said)
        except (OSError, ValueError) as error:
            number = getattr(error, "errno", None) or 0
            os.write(said, b"\n" + json.dumps([number, str(error)]).encode())
        os._exit(127)
    os.close(said)
    with open(heard, "rb") as file:
        began, _, trouble = file.read().partition(b"\n")
    return pid, float(began or 0), json.loads(trouble) if trouble else None


def become(order, streams, said):
    """Turn this process into the program; the time is ``said`` on a pipe that closes itself."""
    os.setsid()
    for number in (*OURS, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
    if order.get("filter"):
        pass_filter(*order["filter"])
    os.chdir(order["folder"])
    rlimits = {"AS": order["memory"], **order.get("rlimits", {})}
    for name, most in rlimits.items():
        if most is not None:
            which = getattr(resource, f"RLIMIT_{name}")
            hard = resource.getrlimit(which)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (most, most))
    command, environment = order["command"], order["environment"]
    os.write(said, b"%r\n" % time.perf_counter())
    os.execve(path_of(command[0], environment), command, environment)


def pass_filter(number, text):
    """Let the program read ``text``, in hexadecimal, from the open file of this ``number``."""
    file = os.memfd_create("filter")
    os.write(file, bytes.fromhex(text))
    os.lseek(file, 0, os.SEEK_SET)
    os.dup2(file, number)


def path_of(name, environment):
    """Return the first program of this name on PATH; trying each by exec takes two milliseconds."""
    if "/" in name:
        return name
    for place in environment.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(place, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(errno.ENOENT, name)


def kill(processes):
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def signal_group(group, number):
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


class Seen:
    """A process as the system describes it: its times, its threads, its memory."""

    def __init__(self, pid):
        with open(f"/proc/{pid}/stat", "rb") as file:
            words = file.read().rpartition(b")")[2].split()
        times = [int(word) / TICKS for word in words[11:15]]
        self.seconds, self.of_children = sum(times[:2]), sum(times[2:])
        self.threads, self.resident = int(words[17]), int(words[21]) * PAGE
        self.key = pid, words[19]  # its number, and when it began


def processes(pid, most):
    """Yield the processes below ``pid``, at most some more than ``most``."""
    for one in islice(below(pid), most + 1):
        with suppress(OSError, IndexError):
            yield Seen(one)


def below(pid=None):
    """Yield the numbers of the processes below ``pid``, below this one where none is named."""
    left = children(pid)
    while left:
        yield (one := left.pop())
        left += children(one)


def children(pid=None):
    """Return the children of a process, of this one where none is named."""
    found, home = [], f"/proc/{pid or os.getpid()}/task"
    with suppress(OSError):
        for thread in os.listdir(home):
            with open(f"{home}/{thread}/children", encoding="ascii") as file:
                found += [int(one) for one in file.read().split()]
    return found


if __name__ == "__main__":
    sys.exit(main())
