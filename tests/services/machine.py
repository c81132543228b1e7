"""A private machine for a test, in namespaces: its services have their own folders, keys and ports,
and end with the test in any case. Nothing of it is left behind."""
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from lib import debian
from lib.program import Failed

INSIDE = "CHONGKAK_TEST_INSIDE"
# Seconds after which an unresponsive service is given up.
ANSWERS = 60
RUN = Path("/run")


def enter():
    """Continues in private namespaces: when this process ends, so do all that it started. /run is a
    separate file system in memory. Returns whether root started it."""
    if INSIDE not in os.environ:
        root = os.geteuid() == 0
        os.environ[INSIDE] = "root" if root else "user"
        unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                   *([] if root else ["--user", "--map-root-user"])]
        try:
            os.execvp(unshare[0], [*unshare, *sys.orig_argv])
        except OSError as error:
            raise Failed(f"unshare: {error.strerror}; Debian's package util-linux has it") from None
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", RUN], check=True)
    return os.environ.pop(INSIDE) == "root"


def port():
    """Returns a free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(name, log, *command, **how):
    """Starts a service."""
    with open(log, "w") as file:
        process = subprocess.Popen([*map(str, command)], stdin=subprocess.DEVNULL, stdout=file,
                                   stderr=file, **how)
    return name, log, process


def wait(service, answers):
    """Waits until it answers."""
    name, log, process = service
    for _ in range(10 * ANSWERS):
        if process.poll() is not None:
            break
        if answers():
            return
        time.sleep(0.1)
    raise Failed(f"{name} does not answer: {Path(log).read_text()[-2000:]}")


def succeeds(*command, **how):
    return subprocess.run([*map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, **how).returncode == 0


class Ssh:
    """sshd on loopback, which accepts one key, under several names."""

    HOSTS = ("first", "second", "other")

    def __init__(self, folder, programs, home):
        """`programs` are the paths of sshd, ssh, scp and ssh-keygen; logins have this home, and
        find programs in its folder `bin`."""
        self.config, key, at = folder / "ssh_config", folder / "key", port()
        for file in (key, folder / "host"):
            subprocess.run([programs["ssh-keygen"], "-q", "-t", "ed25519", "-N", "", "-f", file],
                           check=True)
        private_users(folder, home)
        (RUN / "sshd").mkdir(mode=0o755)
        settings = {
            "Port": at, "ListenAddress": "127.0.0.1", "HostKey": folder / "host",
            "AuthorizedKeysFile": f"{key}.pub", "StrictModes": "no", "UsePAM": "no",
            "PermitRootLogin": "yes", "PasswordAuthentication": "no", "PidFile": "none",
            "MaxStartups": 100, "Subsystem": "sftp internal-sftp",
            "SetEnv": f"PATH={home}/bin:/usr/bin:/bin",
        }
        (folder / "sshd_config").write_text("".join(f"{k} {v}\n" for k, v in settings.items()))
        told = {
            "HostName": "127.0.0.1", "Port": at, "User": "root", "IdentityFile": key,
            "IdentitiesOnly": "yes", "UserKnownHostsFile": folder / "known",
            "StrictHostKeyChecking": "accept-new", "LogLevel": "ERROR",
        }
        lines = [f"Host {' '.join(self.HOSTS)}", *(f"  {k} {v}" for k, v in told.items())]
        self.config.write_text("\n".join(lines) + "\n")
        self.command = f"{programs['ssh']} -F {self.config}"
        # The same without naming the configuration.
        for name in ("ssh", "scp"):
            script = folder / "bin" / name
            script.parent.mkdir(exist_ok=True)
            script.write_text(f'#!/bin/sh\nexec {programs[name]} -F {self.config} "$@"\n')
            script.chmod(0o755)
        service = start("sshd", folder / "sshd.log", programs["sshd"], "-D", "-e",
                        "-f", folder / "sshd_config", env=debian.environment(programs["sshd"]))
        wait(service, lambda: succeeds(*self.command.split(), self.HOSTS[0], "true"))


def name_host(folder, name):
    """On this machine the name is that of loopback."""
    known = Path("/etc/hosts")
    own = folder / "hosts"
    own.write_text(f"{known.read_text() if known.exists() else ''}\n127.0.0.1 {name}\n")
    subprocess.run(["mount", "--bind", own, known], check=True)


def private_users(folder, home):
    """sshd needs a user; here root has a home folder in the test's folder."""
    for file, mine in (("/etc/passwd", {"root": f"root:*:0:0::{home}:/bin/bash",
                                        "sshd": "sshd:*:22:65534::/run/sshd:/usr/sbin/nologin"}),
                       ("/etc/shadow", {"root": "root:*:1::::::", "sshd": "sshd:*:1::::::"})):
        lines = Path(file).read_text().splitlines()
        others = [line for line in lines if line.split(":")[0] not in mine]
        own = folder / Path(file).name
        own.write_text("\n".join([*mine.values(), *others]) + "\n")
        subprocess.run(["mount", "--bind", own, file], check=True)


class Slurm:
    """slurmctld, and slurmd for one node with two processors."""

    NODE = "one"

    def __init__(self, folder, programs):
        """`programs` are the paths of munged, slurmctld, slurmd, slurmstepd."""
        control = programs["slurmctld"]
        plugins = [path for path in debian.libraries(control) if path.name == "slurm-wlm"]
        environment = {**debian.environment(control), "SLURM_CONF": f"{folder}/slurm.conf"}
        self.environment = environment
        for name in ("state", "spool"):
            (folder / name).mkdir()
        self.munge(folder, programs["munged"])
        self.settle(folder, plugins)
        controls = start("slurmctld", folder / "slurmctld.log", control, "-D", "-c",
                        env=environment)
        start("slurmd", folder / "slurmd.log", programs["slurmd"], "-D", "-N", self.NODE,
              "-d", programs["slurmstepd"], env=environment)
        wait(controls, lambda: "idle" in self.nodes(programs["sinfo"]))

    def munge(self, folder, munged):
        """The service by which the others authenticate each other."""
        key, self.socket = folder / "munge.key", folder / "munge.socket"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        folder.chmod(0o755)
        files = {"key-file": key, "socket": self.socket, "pid-file": folder / "munge.pid",
                 "log-file": folder / "munge.log", "seed-file": folder / "munge.seed"}
        service = start("munged", folder / "munged.log", munged, "--foreground", "--force",
                        *(f"--{name}={file}" for name, file in files.items()),
                        env=self.environment)
        wait(service, self.socket.exists)

    def settle(self, folder, plugins):
        host = socket.gethostname().split(".")[0]
        settings = {
            "ClusterName": "test", "SlurmctldHost": f"{host}(127.0.0.1)",
            "SlurmctldPort": port(), "SlurmdPort": port(), "SlurmUser": "root",
            "SlurmdUser": "root", "AuthType": "auth/munge", "CredType": "cred/munge",
            "AuthInfo": f"socket={self.socket}", "StateSaveLocation": folder / "state",
            "SlurmdSpoolDir": folder / "spool", "SlurmctldPidFile": folder / "slurmctld.pid",
            "SlurmdPidFile": folder / "slurmd.pid", "ProctrackType": "proctrack/linuxproc",
            "TaskPlugin": "task/none", "SelectType": "select/cons_tres",
            "SelectTypeParameters": "CR_Core", "SwitchType": "switch/none", "MpiDefault": "none",
            "JobAcctGatherType": "jobacct_gather/none", "ReturnToService": 2,
            "AccountingStorageType": "accounting_storage/none",
        }
        if plugins:
            settings["PluginDir"] = plugins[0]
        nodes = [f"NodeName={self.NODE} NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN",
                 "PartitionName=all Nodes=ALL Default=YES State=UP"]
        name_host(folder, self.NODE)
        lines = [*(f"{name}={value}" for name, value in settings.items()), *nodes]
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n")

    def nodes(self, sinfo):
        return subprocess.run([sinfo, "--noheader"], env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

