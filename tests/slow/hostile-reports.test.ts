// Reports and plans of which parts are others: each command that reads one refuses it in one sentence, or renders it as plain text.
import { nightSeed } from '../night-seed.ts'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { compareCommand } from '../../conformance/cli/compare.ts'
import { judgeCommand } from '../../conformance/cli/judge.ts'
import { mergeCommand } from '../../conformance/cli/merge.ts'
import { reportCommand } from '../../reports/command.ts'
import { callCommand } from '../call-command.ts'
import { recordOf } from '../records.ts'
import { isWhole } from '../sampled.ts'
import { changes, spoil, spoiledText, textChange, type TextChange } from './spoiled-files.ts'

const seed = nightSeed()

type Spoiled = { all: Parameters<typeof spoil>[1] }

const given: fc.Arbitrary<Spoiled | TextChange> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ all: changes }) },
  { weight: 1, arbitrary: textChange },
)

const spoiled = (text: string, one: Spoiled | TextChange): string => {
  if ('how' in one) return spoiledText(text, one)
  const value = JSON.parse(text) as object
  spoil(value, one.all)
  return JSON.stringify(value)
}

/** One line of a record, the first lines more often. */
const spoiledLine = (text: string, one: Spoiled | TextChange, at: number): string => {
  if ('how' in one) return spoiledText(text, one)
  const lines = text.trimEnd().split('\n')
  const index = Math.floor(at * at * lines.length)
  return `${lines.with(index, spoiled(lines[index]!, one)).join('\n')}\n`
}

const folder = t.testdir()
const broken = await recordOf('broken')
const [report, record] = ['report.json', 'run.ndjson'].map((name) => readFileSync(broken.at(name), 'utf8'))

// oxlint-disable-next-line eslint/no-control-regex
const obeyed = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|^::|##\[|##vso/m

const checked = async (
  command: Parameters<typeof callCommand>[0],
  args: string[],
  counts: Record<string, number>,
): Promise<void> => {
  const { code, out, err } = await callCommand(command, args)
  const said = err.trim()
  counts[code] = (counts[code] ?? 0) + 1
  if (![0, 1, 2, 3].includes(code)) throw new Error(`ended with ${code}`)
  if (/suite_failed|assay itself|reporter_failed|\n +at |TypeError|RangeError/.test(out + err))
    throw new Error(`failed: ${out.slice(-300)} ${err.slice(-600)}`)
  if (out === '' && !/^[a-z_]+: [^\n]+[.…]$/.test(said)) throw new Error(`is no sentence: ${said.slice(0, 600)}`)
  // What colours a line is our own.
  const plain = stripVTControlCharacters(out) + err
  if (obeyed.test(plain)) throw new Error(`a terminal obeys ${JSON.stringify(obeyed.exec(plain))}`)
}

const fuzz = (
  name: string,
  few: number,
  make: (one: Spoiled | TextChange, at: number, counts: Record<string, number>) => Promise<void>,
) =>
  t.test(`${name}, seed ${seed}`, async (t) => {
    const counts: Record<string, number> = {}
    const where = fc.noBias(fc.nat({ max: 9_999 })).map((part) => part / 10_000)
    await fc.assert(
      fc.asyncProperty(given, where, (one, at) => make(one, at, counts)),
      { seed, numRuns: isWhole ? 5 * few : few },
    )
    t.comment(JSON.stringify(counts))
    t.ok(Object.keys(counts).length > 1, 'some are taken, and some refused')
  })

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

for (const format of ['text', 'json', 'markdown'])
  void fuzz(`compare as ${format}`, 50, (one, _at, counts) =>
    checked(
      compareCommand(),
      [broken.at('report.json'), file('b.json', spoiled(report!, one)), '--format', format],
      counts,
    ),
  )

const shards = (await recordOf('shards')).at('parts')

void fuzz('merge', 40, async (one, at, counts) => {
  const copy = join(folder, 'parts')
  cpSync(shards, copy, { recursive: true })
  const name = at < 0.5 ? 'report.json' : 'run.ndjson'
  const path = join(copy, '1', name)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, at < 0.5 ? spoiled(text, one) : spoiledLine(text, one, (at - 0.5) * 2))
  await checked(mergeCommand(), [copy, '--report-dir', join(folder, 'merged')], counts)
})

void fuzz('report', 30, (one, at, counts) =>
  checked(
    reportCommand(),
    [file('run.ndjson', spoiledLine(record!, one, at)), '--report-dir', join(folder, 'report')],
    counts,
  ),
)

void fuzz('judge', 30, (one, at, counts) =>
  checked(
    judgeCommand(),
    [file('judged.ndjson', spoiledLine(record!, one, at)), '--report-dir', join(folder, 'judged')],
    counts,
  ),
)
