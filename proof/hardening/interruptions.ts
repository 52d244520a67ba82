// Targets and people that break off: answers that are held when somebody interrupts, a target that dies under a watch, hosts that are none.
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { busyTarget } from '../../tests/meanwhile/busy-target.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import type { Lab } from './lab.ts'

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 100) / 10

/** A run that is interrupted once a call of that name is held; how long it took to end then, and how. */
const interrupted = async (lab: Lab, held: RegExp, onlyFirst: boolean) => {
  let hold: () => void = () => undefined
  const isHeld = new Promise<void>((resolve) => (hold = resolve))
  let count = 0
  const profile = await busyTarget(lab, {
    answer({ name }) {
      if (!held.test(name) && count === 0) return false
      count += 1
      hold()
      return !onlyFirst || count === 1
    },
  })
  const file = join(lab.folder, 'target.yaml')
  writeFileSync(file, stringify(profile))
  const args = ['--area', 'messages', '--timeout', '60', '--seed', '1', '--report-dir', join(lab.folder, 'out')]
  const running = lab.program(['conform', '--target', file, ...args])
  await isHeld
  await sleep(300)
  const begun = performance.now()
  running.child.kill('SIGINT')
  const { code } = await running.ended
  return { seconds: secondsSince(begun), code }
}

/** Sends a head as it is and waits until the connection is closed. */
const raw = (address: string, head: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname, () => socket.write(head))
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
  })

export const interruptions: Attack[] = [
  {
    id: 'Ctrl-C',
    sent: 'an interrupt while a token, a create or all answers are held, with a minute for each answer',
    first: 'up to 21 s, with ten seconds for each answer',
    bound: 'ends with 2: within 3 s, and within 6 s where nothing is answered any more',
    make: async (lab) => {
      const token = await interrupted(lab, /^POST \/oauth\/token$/, true)
      const create = await interrupted(lab, /^POST \/orders$/, true)
      const all = await interrupted(lab, /^POST \/orders\/[^/]+\/messages$/, false)
      const held = [token, create, all].every(({ code }) => code === 2)
      const inTime = token.seconds <= 3 && create.seconds <= 3 && all.seconds <= 6
      return outcome(`${token.seconds} s, ${create.seconds} s, ${all.seconds} s`, held && inTime)
    },
  },
  {
    id: 'Watch',
    sent: '`assay watch` of a target that is killed and started again in each round',
    first: 'suite_failed: assay itself failed',
    bound: 'each round is judged, or says what the target did not do',
    isSlow: true,
    make: async (lab) => {
      const started = await lab.simulator()
      const [port, control] = [started.sandbox, started.control].map((url) => new URL(url).port)
      const profile = join(lab.folder, 'target.yaml')
      await started.kill()
      const ports = ['--port', port!, '--control-port', control!]
      let simulator = await lab.simulator(...ports, '--profile-out', profile)
      const args = ['--target', profile, '--area', 'messages', '--timeout', '3', '--no-rerun']
      const kept = ['--report-dir', join(lab.folder, 'watch')]
      const watching = lab.program(['watch', '--every', '1s', '--count', '5', ...args, ...kept])
      const isOver = (): boolean => watching.child.exitCode !== null
      let deaths = 0
      while (!isOver()) {
        await Promise.race([watching.ended, sleep(2_000 + 700 * (deaths % 4))])
        if (isOver()) break
        await simulator.kill()
        deaths += 1
        await sleep(300)
        simulator = await lab.simulator(...ports)
      }
      const { code, output } = await watching.ended
      const rounds = output.match(/^\d{4}-\S+Z {2}/gm)?.length ?? 0
      const blamesItself = /suite_failed|assay itself failed|\n +at /.test(output)
      return outcome(`${rounds} lines, exit ${code}, ${deaths} deaths`, !blamesItself && rounds > 0 && deaths > 2)
    },
  },
  {
    id: 'Hosts',
    sent: 'Host headers that are no host, and another one in `X-Forwarded-Host` and `Forwarded`; then `assay audit` of the journal',
    first: 'unfit_journal: its request.url is no URL',
    bound: '400 for what is no host, nothing of the forwarded ones is in an answer, the journal is judged',
    make: async (lab) => {
      const { sandbox, control, token } = await lab.simulator()
      const path = `${new URL(sandbox).pathname}/account`
      const forwarded = 'X-Forwarded-Host: forwarded.example\r\nForwarded: host=forwarded.example;proto=ftp\r\n'
      const names = ['a b', '[', '%zz', 'a"><b>', '127.0.0.1:99999', '#', 'javascript:alert(1)', 'x'.repeat(8_000)]
      const answers: string[] = []
      for (const name of names) {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${name}\r\nAuthorization: Bearer ${token}\r\n${forwarded}Connection: close\r\n\r\n`
        answers.push(await raw(sandbox, head))
      }
      const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 400 ')).length
      const isEchoed = answers.some((answer) => answer.includes('forwarded.example'))
      const audit = await lab.program(['audit', control, '--report-dir', join(lab.folder, 'out')]).ended
      const isJudged = audit.code === 0 || audit.code === 1
      const said = `${refused} of ${names.length} are answered 400, audit ends with ${audit.code}`
      return outcome(said, refused >= names.length - 1 && !isEchoed && isJudged)
    },
  },
]
