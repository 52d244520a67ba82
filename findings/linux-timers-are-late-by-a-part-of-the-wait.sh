#!/usr/bin/env bash
# Linux 6, with Python 3 and Node 22 or newer. Event loops wait for input and for time in one call of the kernel: poll or epoll_wait with a timeout.
# Guess: how late a timer fires depends on how busy the machine is, and not on how long it was set for; `nice` matters where others want the processor.
# Seen: it is late by a thousandth of its length, and by five thousandths after `nice`, on a machine that does nothing: 4 ms and 20 ms of 4 s. The
# system groups wake-ups and lets longer waits be less exact. time.sleep(), which waits for time alone, is exact with and without `nice`.
# Touches: whoever looks for jitter in the waits of a retrying client: waits of 1, 2, 4, 8 s without a random part are 1, 2, 4, 8 ms late, or 5, 10, 20, 40.
# A busy machine delays some waits, and its other wake-ups end some early: where it has a load and this is not seen, the script exits with 2.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ [ "$(uname)" = Linux ] && command -v python3 > /dev/null && command -v node > /dev/null; } || { echo 'Linux, python3 and node are needed'; exit 2; }
cat > wait.py <<'PY'
import select, sys, time

wait = {"poll": lambda seconds: select.poll().poll(1000 * seconds), "sleep": time.sleep}[sys.argv[1]]

def late(seconds=4):
    start = time.monotonic()
    wait(seconds)
    return 1000 * (time.monotonic() - start - seconds)

# The middle of seven, as some are delayed and some end early.
print(round(sorted(late() for _ in range(7))[3], 1))
PY
cat > wait.mjs <<'JS'
const late = (ms) => new Promise((done) => { const start = performance.now(); setTimeout(() => done(performance.now() - start - ms), ms) })
const all = []
for (let n = 0; n < 7; n++) all.push(await late(4000))
console.log(all.sort((a, b) => a - b)[3].toFixed(1))
JS
for nice in 0 1; do
  nice -n $nice python3 wait.py poll > poll$nice & nice -n $nice python3 wait.py sleep > sleep$nice & nice -n $nice node wait.mjs > node$nice &
done
wait
echo "ms late after 4 s:  poll $(cat poll0), sleep $(cat sleep0), Node $(cat node0);  with nice:  poll $(cat poll1), sleep $(cat sleep1), Node $(cat node1)"
python3 - <<'PY'
poll, sleep, poll_nice, sleep_nice = (float(open(name).read()) for name in ("poll0", "sleep0", "poll1", "sleep1"))
if poll - sleep > 1 and poll_nice - sleep_nice > 10 and poll_nice > 2 * poll:
    raise SystemExit(0)
load = float(open("/proc/loadavg").read().split()[0])
if load < 0.5:
    raise SystemExit(1)
print(f"a machine that does nothing is needed; this one has a load of {load}")
raise SystemExit(2)
PY
