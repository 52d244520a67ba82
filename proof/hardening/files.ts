// Files that others made for those who read them: reports of shards, and records.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { endWithin, type Lab } from './lab.ts'

const megabyte = 1024 * 1024

/** How the program ends that reads such a file; null where it does not within a minute. */
const endOf = (lab: Lab, args: readonly string[]) =>
  endWithin(lab.program([...args, '--report-dir', join(lab.folder, 'out')]), 60)

type End = Awaited<ReturnType<typeof endOf>>

const isRefused = (end: End): boolean =>
  end !== null && (end.code === 2 || end.code === 3) && /^[a-z_]+: [^\n]+\.\n$/.test(end.err)

const shard = (change: object): string =>
  JSON.stringify({
    version: 1,
    line: '',
    outcome: 'complete',
    environment: null,
    summary: {},
    shard: {},
    rules: [],
    findings: [],
    checks: [],
    readings: [],
    suite: { name: 'assay', version: '1', contract: '1' },
    ...change,
  })

const commands = 'x\n::error::a\n##[error]b ##vso[task.setvariable variable=c]d ::set-output name=e::f'

export const files: Attack[] = [
  {
    id: 'Reports',
    sent: '`assay merge` and `report` with a pipe, a device, 5 GB, a link to /, 100,000 levels, wrong shapes, a line of 300 MB',
    first: 'hangs, out of memory, suite_failed, or reporter_failed beside exit code 0',
    bound: 'each is refused with 2 or 3, in one sentence',
    make: async (lab) => {
      const at = (name: string): string => join(lab.folder, name)
      execFileSync('mkfifo', [at('pipe')])
      for (const name of ['huge', 'line.ndjson']) writeFileSync(at(name), '')
      truncateSync(at('huge'), 5 * 1024 * megabyte)
      truncateSync(at('line.ndjson'), 300 * megabyte)
      mkdirSync(at('links'))
      symlinkSync('/', at('links/everything'))
      symlinkSync(at('links'), at('links/again'))
      writeFileSync(at('deep'), '['.repeat(100_000) + ']'.repeat(100_000))
      writeFileSync(at('shape'), shard({ findings: [{ rule: 'a.b', check: 'c.d' }] }))
      writeFileSync(at('proto'), '{"__proto__":{"version":1}}')
      const merged = ['pipe', 'huge', 'links', 'deep', 'shape', 'proto'].map((name) => ['merge', at(name)])
      const given = [...merged, ['merge', '/dev/zero'], ['report', at('line.ndjson')], ['report', at('pipe')]]
      const ends: End[] = []
      for (const args of given) ends.push(await endOf(lab, args))
      const refused = ends.filter(isRefused).length
      return outcome(`${refused} of ${ends.length} refused`, refused === ends.length)
    },
  },
  {
    id: 'CI logs',
    sent: 'a report whose version holds a line break and commands of three CI systems, to `assay merge`',
    first: 'the job carries them out',
    bound: 'one line, and no command in it',
    make: async (lab) => {
      const file = join(lab.folder, 'report.json')
      writeFileSync(file, shard({ suite: { name: 'assay', version: commands, contract: '1' } }))
      const end = await endOf(lab, ['merge', file])
      const said = end?.err ?? ''
      const obeyed = said.split('\n').filter((line) => /^::|##(?:vso)?\[/.test(line)).length
      return outcome(`${end?.code}, ${said.split(':')[0]}, ${obeyed} commands`, isRefused(end) && obeyed === 0)
    },
  },
]
