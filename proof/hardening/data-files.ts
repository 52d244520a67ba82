// Data files that are none, are damaged, are somebody else's, or grow; and disks that are full.
import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStore } from '../../simulator/store/create-store.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { notHere, outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { endWithin, type Lab, type Simulator } from './lab.ts'
import { receiver } from './receiver.ts'

const day = 86_400

const limitFiles = (pid: number, bytes: string): void =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

/** How the program ends when it is given a data file. */
const endWith = async (lab: Lab, data: string): Promise<{ code: number | null; said: string }> => {
  const running = lab.program(['simulate', '--port', '0', '--control-port', '0', '--data', data])
  const end = await endWithin(running, 60)
  return { code: end?.code ?? null, said: end?.err.split('\n')[0]?.split(':')[0] ?? 'never ends' }
}

export const dataFiles: Attack[] = [
  {
    id: 'K1',
    sent: '`--data X` beside a folder `X.files` of its owner: with files, with a folder of uploads, as a link, as a file',
    first: 'each file and folder in it is removed, through the links as well',
    bound: 'refused with exit code 3, all stays as it was',
    make: async (lab) => {
      const at = (...parts: string[]): string => join(lab.folder, ...parts)
      for (const folder of ['theirs', 'plain.files', 'uploads.files/.incoming/deep', 'inner.files'])
        mkdirSync(at(folder), { recursive: true })
      for (const file of ['theirs/doc_1', 'plain.files/doc_1', 'uploads.files/.incoming/deep/1-1', 'file.files'])
        writeFileSync(at(file), 'mine')
      symlinkSync(at('theirs'), at('link.files'))
      symlinkSync(at('theirs'), at('inner.files', '.incoming'))
      const all = (): string[] => readdirSync(lab.folder, { recursive: true, encoding: 'utf8' }).toSorted()
      const before = all()
      const names = ['plain', 'uploads', 'link', 'inner', 'file']
      const ends = []
      for (const name of names) ends.push(await endWith(lab, at(name)))
      const refused = ends.filter(({ code, said }) => code === 3 && said === 'files_folder_foreign').length
      const gone = before.filter((name) => !all().includes(name)).length
      return outcome(`${refused} of ${names.length} refused, ${gone} gone`, refused === names.length && gone === 0)
    },
  },
  {
    id: 'K5',
    sent: 'a pipe as the lock of a data file; a data file with a batch of lines twice',
    first: 'hangs; starts with what the lines said before',
    bound: 'refused with exit code 3',
    make: async (lab) => {
      const { data } = lab
      const simulator = await lab.simulator('--data', data)
      await simulator.order()
      await simulator.kill()
      const text = readFileSync(data, 'utf8')
      const twice = join(lab.folder, 'twice')
      writeFileSync(twice, text + text.slice(text.indexOf('\n') + 1))
      const pipe = join(lab.folder, 'pipe')
      execFileSync('mkfifo', [`${pipe}.lock`])
      const ends = [await endWith(lab, twice), await endWith(lab, pipe)]
      const said = ends.map(({ code, said }) => `${code}, ${said}`).join('; ')
      return outcome(
        said,
        ends.every(({ code }) => code === 3),
      )
    },
  },
  {
    id: 'H5',
    sent: 'a disk that is full for a moment, while webhooks are owed',
    first: '14 of 14 events stay pending until a restart',
    bound: 'every event is delivered once there is room',
    make: async (lab) => {
      if (!hasPrlimit) return notHere('prlimit is not installed')
      const hook = await receiver(lab, 500)
      const { data } = lab
      const simulator = await lab.simulator('--data', data, '--allow-http-webhooks')
      const settings = { url: hook.url, enabled: true, events: ['*'], secret: 's'.repeat(40) }
      await simulator.lender('PUT', '/webhook', { body: JSON.stringify(settings) })
      for (let n = 0; n < 14; n += 1) await simulator.order()
      limitFiles(simulator.pid, String(statSync(data).size + 10))
      const full = await simulator.company('POST', '/clock/advance', { seconds: 120 })
      limitFiles(simulator.pid, 'unlimited')
      hook.status = 204
      await sleep(1500)
      await simulator.company('POST', '/clock/advance', { seconds: 3 * day })
      const { data: events } = simulator.parsed<{ data: { delivery: { status: string } }[] }>(
        await simulator.lender('GET', '/events?per_page=100'),
      )
      const owed = events.filter(({ delivery }) => delivery.status !== 'delivered').length
      const wasFull = full.status >= 500
      const said = `${owed} of ${events.length} undelivered${wasFull ? '' : ', but the disk was not full'}`
      return outcome(said, owed === 0 && events.length >= 14 && wasFull)
    },
  },
  {
    id: 'M2',
    sent: '`--data` with a device, as root',
    first: 'the device is replaced by a file',
    bound: 'refused with exit code 3, the device stays',
    make: async (lab) => {
      const device = join(lab.folder, 'null')
      if (spawnSync('mknod', [device, 'c', '1', '3']).status !== 0) return notHere('only root can make a device')
      const { code, said } = await endWith(lab, device)
      return outcome(`${code}, ${said}`, code === 3 && lstatSync(device).isCharacterDevice())
    },
  },
  {
    id: 'M3',
    sent: 'a second process on the same file, from another PID namespace',
    first: 'it starts; 5 of 507 acknowledged orders are missing there',
    bound: 'refused with exit code 3',
    make: async (lab) => {
      if (spawnSync('unshare', ['--pid', '--fork', 'true']).status !== 0) return notHere('no PID namespace may be made')
      const { data } = lab
      const first = await lab.simulator('--data', data)
      await first.order()
      const flags = ['simulate', '--port', '0', '--control-port', '0', '--data', data]
      const command = ['--pid', '--fork', '--kill-child', process.execPath, lab.path, ...flags]
      const { status, stderr } = spawnSync('unshare', command, { timeout: 15_000, encoding: 'utf8' })
      return outcome(`${status}, ${stderr.split(':')[0]}`, status === 3 && (await first.isWell()))
    },
  },
  {
    id: 'L4',
    sent: '300 data files with one bit flipped',
    first: '130 of 1,500 changed orders silently',
    bound: 'each is refused, or opens as it was',
    make: async (lab) => {
      const { data } = lab
      const simulator = await lab.simulator('--data', data)
      for (let n = 0; n < 5; n += 1) await simulator.order()
      await simulator.kill()
      const bytes = readFileSync(data)
      const rowsIn = async (file: string): Promise<string> => {
        const store = await createStore({ file })
        const rows = JSON.stringify(store.rows())
        await store.close()
        return rows
      }
      const copy = join(lab.folder, 'copy.ndjson')
      writeFileSync(copy, bytes)
      const whole = await rowsIn(copy)
      const counts = { refused: 0, same: 0, changed: 0 }
      for (let n = 0; n < 300; n += 1) {
        const flipped = Buffer.from(bytes)
        // A stride that meets every part of the file and every bit.
        flipped[(n * 7919 * 31) % flipped.length]! ^= 1 << (n % 8)
        const file = join(lab.folder, `flip-${n}.ndjson`)
        writeFileSync(file, flipped)
        const rows = await rowsIn(file).catch(() => undefined)
        counts[rows === undefined ? 'refused' : rows === whole ? 'same' : 'changed'] += 1
      }
      return outcome(
        `${counts.refused} refused, ${counts.same} as they were, ${counts.changed} changed`,
        counts.changed === 0,
      )
    },
  },
  {
    id: 'L5',
    sent: '400 amendments that each add a note of 1 KB to one order',
    first: 'the file has 81 MB',
    bound: '≤ 10 MB, rewritten meanwhile',
    make: async (lab) => {
      const { data } = lab
      const simulator = await lab.simulator('--data', data)
      const id = await simulator.order()
      let accepted = 0
      let most = 0
      for (let n = 0; n < 400; n += 1) {
        const body = JSON.stringify({ notes: [{ type: 'order', text: `${n} ${'x'.repeat(1000)}` }] })
        const { status } = await simulator.lender('PATCH', `/orders/${id}`, { body })
        if (status === 429) await simulator.company('POST', '/rate-limit/renew')
        if (status === 200) accepted += 1
        most = Math.max(most, statSync(data).size)
      }
      return outcome(`${accepted} taken, ${(most / 1e6).toFixed(1)} MB at most`, most <= 10e6 && accepted > 300)
    },
  },
  {
    id: 'L8',
    sent: 'ten creates while the disk is full, then kill -9',
    first: 'refused ones are carried out in memory, and vanish',
    bound: 'one at most is carried out; the others change nothing and say so',
    make: async (lab) => {
      if (!hasPrlimit) return notHere('prlimit is not installed')
      const { data } = lab
      const simulator = await lab.simulator('--data', data)
      const before = await simulator.order()
      limitFiles(simulator.pid, String(statSync(data).size + 10))
      const body = JSON.stringify(minimal(Date.now()))
      const statuses: number[] = []
      for (let n = 0; n < 10; n += 1) statuses.push((await simulator.lender('POST', '/orders', { body })).status)
      const total = async (one: Simulator): Promise<number> =>
        one.parsed<{ total: number }>(await one.lender('GET', '/orders')).total
      const listed = await total(simulator)
      limitFiles(simulator.pid, 'unlimited')
      await simulator.kill()
      const after = await lab.simulator('--data', data)
      const kept = (await after.lender('GET', `/orders/${before}`)).status === 200
      const said = `${[...new Set(statuses)].join(' and ')}; ${listed - 1} listed meanwhile`
      return outcome(said, kept && listed <= 2 && statuses.every((status) => status >= 500))
    },
  },
  {
    id: 'L9',
    sent: '`--data` with a pipe; with a link to a file that is not there yet',
    first: 'hangs without a word; the link is replaced',
    bound: 'exit code 3; the link is followed',
    make: async (lab) => {
      const pipe = join(lab.folder, 'pipe')
      execFileSync('mkfifo', [pipe])
      const { code, said } = await endWith(lab, pipe)
      const [link, target] = [join(lab.folder, 'link'), join(lab.folder, 'target.ndjson')]
      symlinkSync(target, link)
      const simulator = await lab.simulator('--data', link)
      await simulator.order()
      const isFollowed = lstatSync(link).isSymbolicLink() && statSync(target).size > 0
      return outcome(`${code}, ${said}; ${isFollowed ? 'followed' : 'replaced'}`, code === 3 && isFollowed)
    },
  },
  {
    id: 'Locks',
    sent: 'five processes that start on one data file at once',
    first: 'one has it',
    bound: 'one has it, the others end with exit code 3',
    make: async (lab) => {
      const { data } = lab
      const flags = ['simulate', '--port', '0', '--control-port', '0', '--data', data]
      const running = Array.from({ length: 5 }, () => lab.program(flags))
      const ends = await Promise.all(
        running.map(({ until, ended }) =>
          Promise.race([
            until(/"ready":true/).then(
              () => 'open',
              () => 'ended',
            ),
            ended.then(({ code }) => `exit ${code}`),
          ]),
        ),
      )
      const settled = await Promise.all(
        ends.map(async (end, n) => (end === 'ended' ? `exit ${(await running[n]!.ended).code}` : end)),
      )
      const open = settled.filter((end) => end === 'open').length
      return outcome(
        settled.toSorted().join(', '),
        open === 1 && settled.filter((end) => end === 'exit 3').length === 4,
      )
    },
  },
]
