// The program started as users start it: what it prints, how it ends, and an end with the test that started it.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { assay } from './places.ts'
import { ended } from './wait-for.ts'

export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string; output: string }

export type Given = {
  cwd?: string
  env?: Record<string, string>
  input?: string
  /** What node is started with; the program when not given. */
  program?: readonly string[]
  /** What starts node, such as a command that enters a namespace. */
  within?: readonly string[]
}

export type Started = {
  child: ChildProcessWithoutNullStreams
  /** What was printed so far, on both streams. */
  text: () => string
  /** @throws when the program ends before it prints that */
  until: (pattern: RegExp) => Promise<void>
  ended: Promise<Ended>
}

const running = new Set<ChildProcessWithoutNullStreams>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export const startAssay = (args: readonly string[], given: Given = {}): Started => {
  const { cwd, env = {}, input = '', program = [assay], within = [] } = given
  const [file, ...first] = [...within, process.execPath]
  const child = spawn(file!, [...first, ...program, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', CI: 'false', ...env },
  })
  running.add(child)
  const said = { out: '', err: '', output: '' }
  const lookers = new Set<() => void>()
  const hear = (name: 'out' | 'err') => (chunk: string) => {
    said[name] += chunk
    said.output += chunk
    for (const look of lookers) look()
  }
  child.stdout.setEncoding('utf8').on('data', hear('out'))
  child.stderr.setEncoding('utf8').on('data', hear('err'))
  // A program that ends without reading takes no harm from what is left unread.
  child.stdin.on('error', () => undefined).end(input)
  const over = ended(child).then(([code, signal]): Ended => {
    running.delete(child)
    return { code, signal, ...said }
  })
  const until = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!pattern.test(said.output)) return
        lookers.delete(look)
        resolve()
      }
      lookers.add(look)
      look()
      void over.then(() => reject(new Error(`${pattern} was never printed:\n${said.output}`)))
    })
  return { child, text: () => said.output, until, ended: over }
}

export const runAssay = (args: readonly string[], given: Given = {}): Promise<Ended> => startAssay(args, given).ended
