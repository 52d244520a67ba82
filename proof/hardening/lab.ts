// Where an attack is made: processes of the program of its own, what each costs in CPU and memory, and a folder that goes with it.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { startAssay } from '../../tests/run-assay.ts'
import type { Ended, Given, Started } from '../../tests/run-assay.ts'

type Answer = { status: number; bytes: Buffer; headers: Record<string, unknown> }
type Sent = { body?: string | Buffer; headers?: Record<string, string>; agent?: false }

/** Milliseconds of CPU of all threads of a process. */
const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return sum
    }
  }, 0)

/** Megabytes, by its name in the status of a process: `VmRSS` now, `VmHWM` at most. */
export const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Sends one request; a connection that is closed early counts as an answer of status 0. */
export const send = (method: string, url: string, { body, headers = {} }: Sent = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const none = { status: 0, bytes: Buffer.alloc(0), headers: {} }
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = request(url, { method, headers: { ...length, ...headers }, timeout: 120_000 }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', () => resolve(none))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, bytes: Buffer.concat(chunks), headers: answer.headers }),
      )
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(none))
    call.end(body)
  })

/** How a program ends; null where it has not ended by then. */
export const endWithin = async ({ ended }: Started, seconds: number): Promise<Ended | null> => {
  const waiting = new AbortController()
  try {
    return await Promise.race([ended, sleep(seconds * 1000, null, waiting)])
  } finally {
    waiting.abort()
  }
}

export const json = { 'content-type': 'application/json' }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export type Simulator = Awaited<ReturnType<typeof simulatorOf>>

const simulatorOf = async (running: Started) => {
  const ready = await Promise.race([
    running
      .until(/"ready":true.*\n/)
      .then(() => JSON.parse(/^\{.*$/m.exec(running.text())![0]) as Record<string, string>),
    running.ended.then(({ err }) => Promise.reject(new Error(err))),
  ])
  const { pid } = running.child
  const [sandbox, control] = [ready['sandbox_base_url']!, ready['control_url']!]
  const company = (method: string, path: string, body?: unknown, headers: Record<string, string> = json) =>
    send(method, `${control}${path}`, {
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const made = await company('POST', '/tokens', { client_id: 'cli_bluestem_sandbox', expires_in: 31_536_000 })
  const { access_token } = JSON.parse(made.bytes.toString()) as { access_token: string }
  const lender = (method: string, path: string, { body, headers = json }: Sent = {}) =>
    send(method, `${sandbox}${path}`, {
      ...(body !== undefined && { body }),
      headers: { ...headers, authorization: `Bearer ${access_token}` },
    })
  const parsed = <T>({ bytes }: Answer): T => JSON.parse(bytes.toString()) as T
  return {
    ...running,
    pid: pid!,
    sandbox,
    control,
    token: access_token,
    company,
    lender,
    parsed,
    order: async (): Promise<string> => {
      const answer = await lender('POST', '/orders', { body: JSON.stringify(minimal(Date.now())) })
      return parsed<{ id: string }>(answer).id
    },
    rss: () => memoryOf(pid!, 'VmRSS'),
    /** CPU in milliseconds, the median of some times, and the most memory in megabytes beyond what was held before. */
    cost: async (work: () => Promise<Answer>, times = 3) => {
      const spent: number[] = []
      let grown = 0
      let answer: Answer | undefined
      for (let n = 0; n < times; n += 1) {
        writeFileSync(`/proc/${pid}/clear_refs`, '5')
        const before = { cpu: cpuOf(pid!), rss: memoryOf(pid!, 'VmRSS') }
        answer = await work()
        await sleep(20)
        spent.push(cpuOf(pid!) - before.cpu)
        grown = Math.max(grown, memoryOf(pid!, 'VmHWM') - before.rss)
      }
      return { ms: Math.round(median(spent)), mb: Math.round(grown), answer: answer! }
    },
    /** Megabytes that are in use once nothing else is in memory; of a simulator that can weigh itself. */
    held: async (): Promise<number> => {
      const times = running.text().match(/^held \d+$/gm)?.length ?? 0
      running.child.kill('SIGUSR2')
      await running.until(new RegExp(`(?:^held \\d+\n[^]*?){${times + 1}}`, 'm'))
      return (
        Number(
          running
            .text()
            .match(/^held \d+$/gm)!
            .at(-1)!
            .slice('held '.length),
        ) /
        2 ** 20
      )
    },
    isWell: async (): Promise<boolean> => (await send('GET', `${sandbox}/ping`)).status === 200,
    kill: async (): Promise<void> => {
      running.child.kill('SIGKILL')
      await running.ended
    },
  }
}

export type Lab = {
  /** The program that is attacked. */
  path: string
  /** Gone when the attack is over. */
  folder: string
  /** Where a simulator of it keeps its data. */
  data: string
  /** A simulator of its own. */
  simulator: (...args: string[]) => Promise<Simulator>
  /** The same, which can weigh itself: what a busy machine has not collected yet is held by nobody. */
  weighedSimulator: (...args: string[]) => Promise<Simulator>
  /** The same, where what starts it is given. */
  simulatorWithin: (within: readonly string[], ...args: string[]) => Promise<Simulator>
  /** The program, started with other arguments. */
  program: (args: readonly string[], given?: Given) => Started
  teardown: (end: () => unknown) => void
}

const simulate = ['simulate', '--port', '0', '--control-port', '0', '--request-log', 'none']

/** What is given free outside the heap is counted off some turns after a collection. */
const weigh = `
  process.on('SIGUSR2', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const { heapUsed, external } = process.memoryUsage()
    process.stderr.write('held ' + (heapUsed + external) + '\\n')
  })`
const weighing = `data:text/javascript,${encodeURIComponent(weigh)}`

export const isMeasurable = process.platform === 'linux'

/** Folders of attacks under way. */
const unremoved = new Set<() => void>()
process.once('exit', () => {
  for (const remove of unremoved) remove()
})

/** @param path the program; what is attacked */
export const withLab = async <T>(path: string, work: (lab: Lab) => Promise<T>): Promise<T> => {
  const { path: folder, remove } = temporaryFolder('hardening')
  unremoved.add(remove)
  const ends: (() => unknown)[] = []
  const program: Lab['program'] = (args, given = {}) => {
    const running = startAssay(args, { program: [path], ...given })
    ends.push(async () => {
      running.child.kill('SIGKILL')
      await running.ended
    })
    return running
  }
  const lab: Lab = {
    path,
    folder,
    data: join(folder, 'world.ndjson'),
    program,
    simulator: (...args) => lab.simulatorWithin([], ...args),
    simulatorWithin: (within, ...args) => simulatorOf(program([...simulate, ...args], { within })),
    weighedSimulator: (...args) =>
      simulatorOf(program([...simulate, ...args], { program: ['--expose-gc', '--import', weighing, path] })),
    teardown: (end) => void ends.push(end),
  }
  try {
    return await work(lab)
  } finally {
    try {
      for (const end of ends.toReversed()) await end()
    } finally {
      unremoved.delete(remove)
      remove()
    }
  }
}

const reads = `q.resume(); q.on('end', () => s.end('ok'))`

/** Into a file of no name and back into memory, which a body takes that is not to wait there. */
const keeps = `
  const path = require('os').tmpdir() + '/assay-bare-' + process.pid + Math.random()
  const fs = require('fs/promises')
  fs.open(path, 'wx+').then(async (file) => {
    await fs.rm(path)
    let [chunks, waiting, size] = [[], 0, 0]
    for await (const chunk of q) {
      chunks.push(chunk)
      size += chunk.length
      waiting += chunk.length
      if (waiting > 524288) { await file.writev(chunks); chunks = []; waiting = 0 }
    }
    if (waiting > 0) await file.writev(chunks)
    const bytes = Buffer.allocUnsafe(size)
    for (let at = 0; at < size; ) at += (await file.read(bytes, at, size - at, at)).bytesRead
    await file.close()
    s.end('ok')
  })`

/** What plain Node takes for as many bytes, in milliseconds of CPU: nobody reads them cheaper, or keeps them in a file meanwhile. */
export const bareNode = async (bytes: number, how: 'reads' | 'keeps' = 'reads'): Promise<number> => {
  const code = `require('http').createServer((q, s) => { ${how === 'reads' ? reads : keeps} }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const running = startAssay([], { program: ['--eval', code] })
  try {
    await running.until(/\d+\n/)
    const { pid } = running.child
    const spent: number[] = []
    const body = Buffer.alloc(bytes, 0x20)
    for (let n = 0; n < 6; n += 1) {
      const before = cpuOf(pid!)
      await send('POST', `http://127.0.0.1:${running.text().trim()}/`, { body })
      await sleep(20)
      spent.push(cpuOf(pid!) - before)
    }
    return Math.round(median(spent.slice(1)))
  } finally {
    running.child.kill('SIGKILL')
    await once(running.child, 'close').catch(() => undefined)
  }
}
