// Which process serves: its number, when it started and with which options, for those on this machine who ask which simulator answers.
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'

export type Identity = {
  pid: number
  /** The processes that started it, the nearest first. */
  started_by: number[]
  started_at: string
  options: string[]
}

export const identityHeader = 'X-Assay-Simulator'

const secret = /(token|secret|key)\b/

/** As they were given, a secret masked. */
const shownOptions = (args: readonly string[]): string[] =>
  args.map((arg, index) => {
    const [name] = arg.split('=', 1)
    if (arg.includes('=') && secret.test(name!)) return `${name}=•••`
    return index > 0 && secret.test(args[index - 1]!) && args[index - 1]!.startsWith('--') && !arg.startsWith('--')
      ? '•••'
      : arg
  })

const mostAncestors = 8

/** Where the machine shows no process by its number, the nearest alone. */
const ancestors = (parent: number): number[] => {
  const all = [parent]
  while (all.length < mostAncestors && all.at(-1)! > 1)
    try {
      const stat = readFileSync(`/proc/${all.at(-1)!}/stat`, 'utf8')
      all.push(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      break
    }
  return all.filter((pid) => pid > 1)
}

let own: Identity | null = null

/** Of a simulator that is a process of its own; one inside another program has none. */
export const identify = (args: readonly string[]): void => {
  own = {
    pid: process.pid,
    started_by: ancestors(process.ppid),
    started_at: new Date(performance.timeOrigin).toISOString(),
    options: shownOptions(args),
  }
}

/** JSON that may stand in a header. */
const asHeader = (value: Identity): string =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

/** Null where it is none of ours, whatever it holds. */
export const readIdentity = (header: unknown): Identity | null => {
  try {
    const { pid, started_by, started_at, options } = JSON.parse(String(header)) as Record<string, unknown>
    if (!isNumber(pid) || typeof started_at !== 'string') return null
    if (!Array.isArray(started_by) || !Array.isArray(options)) return null
    return { pid, started_by: started_by.filter(isNumber), started_at, options: options.map(String) }
  } catch {
    return null
  }
}

const isLoopback = (address: string | undefined): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address ?? '')

/** Nothing for whoever asks from another machine. */
export const identityFor = ({ socket }: IncomingMessage): Record<string, string> =>
  own !== null && isLoopback(socket.remoteAddress) ? { [identityHeader]: asHeader(own) } : {}
