// A program that goes on running while it is judged: a receiver, a proxy. Its port comes in LAB_PORT, and it ends with the judging.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endWithLab } from './children.ts'
import { root } from './places.ts'
import { run } from './shell.ts'
import type { Workshop } from './toolchains.ts'

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Two minutes: a JVM starts slowly on a busy machine. */
const mostTries = 1200

export const withProgram = async <T>(
  { folder, command }: Workshop,
  port: number,
  env: Record<string, string>,
  judge: () => Promise<T>,
): Promise<T> => {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: folder,
    env: { ...process.env, ...env, LAB_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const { end } = endWithLab(child, { group: true })
  const said: Buffer[] = []
  child.stderr.on('data', (part: Buffer) => said.push(part))
  const ended = once(child, 'exit')
  try {
    for (let tries = 1; !(await answers(port)); tries++) {
      if (child.exitCode !== null || tries > mostTries)
        throw new Error(`The program listens on no port: ${Buffer.concat(said).toString().slice(-2000)}`)
      await wait(100)
    }
    return await judge()
  } finally {
    end()
    await ended
  }
}

export type Judged = {
  exitCode: number | null
  violated: string[]
  /** Kind and key of each. */
  causes: string[]
  /** Of the causes, each once. */
  kinds: string[]
  /** Rules that were not judged by an error of assay, or blocked by the target. */
  blocked: number
  /** Why there is no verdict. */
  reason: string | null
}

type Report = {
  rules: { id: string; verdict: string }[]
  causes: { kind?: string; key?: string }[]
  reason: { code: string } | null
  summary: { blocked: number; rules: { error?: number } }
}

/** `assay conform` or `assay receiver`, as a user calls it. */
export const assay = async (args: readonly string[], folder: string, variant = 'reports'): Promise<Judged> => {
  const reports = join(folder, variant)
  const command = [`${root}dist/assay.js`, ...args, '--report-dir', reports, '--reporter', 'json']
  const { code, said } = await run(process.execPath, command, { cwd: folder, seconds: 1500 })
  if (code === 3) throw new Error(said.slice(-2000))
  const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')) as Report
  const violated = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const causes = report.causes.map(({ kind, key }) => `${kind} ${key}`)
  return {
    exitCode: code,
    violated: violated.toSorted(),
    causes,
    kinds: [...new Set(report.causes.map(({ kind }) => String(kind)))].toSorted(),
    blocked: report.summary.blocked + (report.summary.rules.error ?? 0),
    reason: report.reason?.code ?? null,
  }
}
