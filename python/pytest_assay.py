"""A simulator for each pytest worker, put back before each test. It needs Node, and assay where `assay_command` finds it."""

import json
import shlex
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest


class ControlError(Exception):
    """The control port refused a call; `code` and `message` are its own."""

    def __init__(self, status, code, message):
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message = status, code, message


class Simulator:
    """The addresses of a running simulator, its credentials, and what its control port does."""

    def __init__(self, ready):
        self.sandbox_url = ready["sandbox_base_url"]
        self.production_url = ready["production_base_url"]
        self.control_url = ready["control_url"]
        self.pid = ready["pid"]
        self.profile = self.control("GET", "/profile")

    def credential(self, role="main"):
        """Client id and secret of a role of the world, as a pair that HTTP libraries take for Basic authentication."""
        one = self.profile["credentials"][role]
        return one["client_id"], one["client_secret"]

    def control(self, method, path, body=None):
        """Any operation of the control port (fixtures/control.yaml describes it)."""
        request = urllib.request.Request(self.control_url + path, method=method)
        request.add_header("Content-Type", "application/json")
        data = None if body is None else json.dumps(body).encode()
        # A proxy of the environment is for other machines.
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, data, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            refused = json.load(error)
            raise ControlError(error.code, refused["code"], refused["message"]) from None

    def reset(self):
        return self.control("POST", "/reset")

    def advance(self, seconds):
        """Moves the domain clock; what falls due on the way has run when this returns."""
        return self.control("POST", "/clock/advance", {"seconds": seconds})

    def fault(self, **fault):
        """For example `fault(operation="createOrder", kind="status", status=503, times=1)`."""
        return self.control("POST", "/faults", fault)

    def findings(self, client_id=None):
        """What the client did wrong so far: the violated rules, each with `text`, `remedy` and `findings`."""
        query = "" if client_id is None else f"?client_id={urllib.parse.quote(client_id)}"
        rules = self.control("GET", f"/findings{query}")["rules"]
        return [rule for rule in rules if rule["verdict"] == "fail"]

    def expect_conforming(self):
        """Raises AssertionError where the client violates a rule of the contract."""
        lines = [f"{rule['rule']}: {rule['text']} {rule['remedy']}" for rule in self.findings()]
        assert not lines, "The client violates the contract:\n" + "\n".join(lines)


def pytest_addoption(parser):
    parser.addini("assay_command", "the command of assay", default="npx assay")
    parser.addini("assay_options", "options of `assay simulate`", default="--clock manual")


@pytest.fixture(scope="session")
def assay_world(request):
    """The simulator of this worker. With pytest-xdist each worker is a session of its own, and so has a world of its own."""
    config = request.config
    command = shlex.split(config.getini("assay_command")) + ["simulate", "--port", "0", "--control-port", "0"]
    process = subprocess.Popen(
        command + shlex.split(config.getini("assay_options")), cwd=config.rootpath, stdout=subprocess.PIPE, text=True
    )
    try:
        line = process.stdout.readline()
        if not line:
            pytest.fail(f"`{shlex.join(command)}` ended with exit code {process.wait()} before it was ready; see its output")
        simulator = Simulator(json.loads(line))
        yield simulator
        simulator.control("POST", "/stop")
        process.wait(timeout=15)
    finally:
        process.kill()
        process.stdout.close()


@pytest.fixture
def assay(assay_world):
    """The simulator of this worker as it was at its start: no test sees what another one did."""
    assay_world.reset()
    return assay_world
