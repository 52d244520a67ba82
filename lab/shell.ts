// Runs a program to its end, with what it said.
import { spawn } from 'node:child_process'
import { endWithLab } from './children.ts'

type Ended = { code: number | null; said: string }

type Given = { cwd: string; env?: Record<string, string>; seconds?: number }

export const run = (
  command: string,
  args: readonly string[],
  { cwd, env = {}, seconds = 900 }: Given,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    endWithLab(child)
    const parts: Buffer[] = []
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, said: Buffer.concat(parts).toString() })
    })
  })

/** Rejects with what it said where it fails. */
export const must = async (command: string, args: readonly string[], given: Given): Promise<string> => {
  const { code, said } = await run(command, args, given)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${code}\n${said.slice(-3000)}`)
  return said
}
