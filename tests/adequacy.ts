// The kill matrix as a process, with what it wrote.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { KillMatrix } from '../proof/report/kill-matrix.ts'
import { assay } from './places.ts'
import { ended } from './wait-for.ts'

export const adequacy = async (t: Test, directory: string, ...args: string[]) => {
  const child = spawn(process.execPath, [assay, 'adequacy', '--report-dir', directory, ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = await ended(child)
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  return { code, output, matrix: () => JSON.parse(read('matrix.json')) as KillMatrix, page: () => read('matrix.html') }
}
