"""The parent process of a program, which ends it with all its descendants.

Its argument is the number of a socket, which has an order first, a line of JSON: command, folder,
environment, and of a judged program rlimits, limits, confined, and the numbers of the open files
that it may keep. The program has the standard streams. The supervisor adopts the orphans of the
program, also those in another session, so that none escapes. If the program kills the supervisor,
the parent of the supervisor kills all of them. Only the standard library is imported.

A number of seconds on the socket, between SIGTERM and SIGKILL, ends the program; the end of the
socket, which is the end of the client, kills it.
"""

import ctypes
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from itertools import islice

SUBREAPER, DUMPABLE, SWEEP_SECONDS = 36, 4, 5.0
CHECK_SECONDS = 0.02
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main():
    """Start the program, follow it, and end it."""
    client = socket.socket(fileno=int(sys.argv[1]))
    order = json.loads(client.makefile("rb").readline())
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    adopt_orphans()
    # Programs of the same user cannot trace it.
    ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0)
    if pid := os.fork():
        close_streams()
        os.waitpid(pid, 0)
        kill_all(SWEEP_SECONDS)  # only then the client sees the end of the supervisor
        return
    adopt_orphans()
    with suppress(OSError):  # as root: a thousand processes that fork leave no time to others
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    awake, wake = os.pipe()
    os.set_blocking(awake, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def send(**message):
        with suppress(OSError):  # the client may be gone
            client.sendall(json.dumps(message).encode() + b"\n")

    def sleep(seconds, *others):
        """Wait for a signal or one of ``others``; return whether one of these is ready."""
        ready, _, _ = select.select((awake, *others), (), (), seconds)
        if awake in ready:
            os.read(awake, 4096)
        return any(other in ready for other in others)

    try:
        program = Supervised(order, sleep)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        send(failed=[getattr(error, "errno", None) or 0, str(error)])
        return
    send(began=program.began)
    grace = 0.0
    while program.is_running():
        if sleep(CHECK_SECONDS if program.limits else None, client):
            with suppress(OSError):
                grace = float(client.recv(100) or 0)
            break
    program.end(grace)
    send(status=program.status, over=program.over, seconds=program.total_seconds())


def close_streams():
    """Let the client see the end of the streams of the program."""
    for stream in range(3):
        os.close(stream)


def adopt_orphans():
    """Become the parent of each descendant whose own parent ends."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


class Supervised:
    """A program, its limits and its exit code; it is reaped last, so that its id stays its own."""

    def __init__(self, order, sleep):
        self.limits, self.is_confined = order.get("limits", {}), order.get("confined", False)
        self.status, self.over, self.sleep = None, None, sleep
        self.reaped_seconds, self.seen_seconds = 0.0, {}
        self.began = time.perf_counter()
        self.pid = start(order)

    def is_running(self):
        """Check the limits and the end of the program; tell whether it may continue."""
        if self.limits:
            used = self.measure()
            exceeded = (name for name, limit in self.limits.items() if limit and used[name] > limit)
            self.over = next(exceeded, None)
        return not (self.over or self.has_ended())

    def has_ended(self):
        if self.status is None:
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found:
                is_exit = found.si_code == os.CLD_EXITED
                status = found.si_status if is_exit else -found.si_status
                # bwrap and shells exit with 128 plus the number of a signal.
                self.status = 128 - status if self.is_confined and status > 128 else status
        return self.status is not None

    def measure(self):
        """Return the resources of all processes together; remember the seconds of each.

        A child may be ignored at its end, or end with its namespace: then the system adds its
        seconds to no other process.
        """
        found = []
        for descendant in islice(list_descendants(), self.limits["processes"] + 1):
            with suppress(OSError, IndexError):  # it has ended
                found.append(ProcessState(descendant))
        self.seen_seconds.update((process.key, process.seconds) for process in found)
        living = sum(process.seconds + process.children_seconds for process in found)
        return {
            "processes": sum(process.threads for process in found),
            "memory": sum(process.resident for process in found),
            "cpu_seconds": max(sum(self.seen_seconds.values()), living),
        }

    def total_seconds(self):
        """Return the processor seconds: the larger of those waited for and those seen."""
        return max(self.reaped_seconds, sum(self.seen_seconds.values()))

    def end(self, grace):
        """Send SIGTERM, wait, send SIGKILL until no child is left."""
        if self.is_confined and not self.over and not self.has_ended():
            # First the processes inside bwrap's namespace, which keeps no account of them.
            self.measure()
            outer = {self.pid, *list_children(self.pid)}
            kill(pid for pid in list_descendants(self.pid) if pid not in outer)
            self.wait(SWEEP_SECONDS / 10)
        if not self.has_ended() and grace:
            signal_group(self.pid, signal.SIGTERM)
            self.wait(grace)
        signal_group(self.pid, signal.SIGKILL)
        until = time.monotonic() + SWEEP_SECONDS
        while self.reap() and time.monotonic() < until:
            kill(list_descendants())
            self.sleep(0.02)

    def wait(self, seconds):
        """Wait for the end of the program itself."""
        until = time.monotonic() + seconds
        while not self.has_ended() and (left := until - time.monotonic()) > 0:
            self.sleep(left)

    def reap(self):
        """Wait for all ended children, and add their seconds; return whether others are left."""
        while True:
            try:
                child, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if child == 0:
                return True
            self.reaped_seconds += usage.ru_utime + usage.ru_stime
            if child == self.pid and self.status is None:
                self.status = os.waitstatus_to_exitcode(status)


def start(order):
    """Start a program with the streams of this process; return its id."""
    limits = order.get("rlimits", {})
    process = subprocess.Popen(
        order["command"],
        cwd=order["folder"],
        env=order["environment"],
        start_new_session=True,
        pass_fds=order.get("keep", ()),
        preexec_fn=lambda: prepare(limits),
    )
    close_streams()
    process.returncode = 0  # it is reaped by ``Supervised``
    return process.pid


def prepare(limits):
    """Reset the signals of a new process, and set its limits."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for name, limit in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (limit, limit))


def kill(pids):
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_all(seconds):
    """Kill the children of this process until none is left, for so long at most."""
    until = time.monotonic() + seconds
    while (left := list_children()) and time.monotonic() < until:
        kill(left)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.001)


def signal_group(group, number):
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


class ProcessState:
    """A process as the system describes it: its times, its threads, its memory."""

    def __init__(self, pid):
        with open(f"/proc/{pid}/stat", "rb") as file:
            words = file.read().rpartition(b")")[2].split()
        times = [int(word) / TICKS for word in words[11:15]]
        self.seconds, self.children_seconds = sum(times[:2]), sum(times[2:])
        self.threads, self.resident = int(words[17]), int(words[21]) * PAGE
        self.key = pid, words[19]  # its number and its start


def list_descendants(pid=None):
    """Yield the numbers of the descendants of ``pid``, by default of this process."""
    left = list_children(pid)
    while left:
        yield (child := left.pop())
        left += list_children(child)


def list_children(pid=None):
    """Return the children of a process, by default of this one."""
    found, home = [], f"/proc/{pid or os.getpid()}/task"
    with suppress(OSError):
        for thread in os.listdir(home):
            with open(f"{home}/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


if __name__ == "__main__":
    sys.exit(main())
