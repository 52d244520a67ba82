// Data files that are cut, doubled, deep or of wrong types: each is refused in one sentence and left as it was, or opens and serves.
import { nightSeed } from '../night-seed.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { StoreError } from '../../simulator/store/store-error.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { isWhole } from '../sampled.ts'
import { act, started } from '../simulator/world-acts.ts'
import { serverFaults } from './server-faults.ts'
import { anywhere, changes, spoil, spoiledText, textChange, undrawn, type TextChange } from './spoiled-files.ts'

const count = isWhole ? 400 : 160
const seed = nightSeed()

type Line = { at: number; how: 'out' | 'twice' | 'moved' } | SpoiledLine

type SpoiledLine = { at: number; how: 'spoiled'; all: Parameters<typeof spoil>[1] }

const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ at: anywhere, how: fc.constantFrom('out', 'twice', 'moved') }),
  fc.record({ at: anywhere, how: fc.constant('spoiled' as const), all: changes }),
)
const given: fc.Arbitrary<Line | TextChange> = fc.oneof(
  { weight: 3, arbitrary: line },
  { weight: 2, arbitrary: textChange },
)

const isLine = (one: Line | TextChange): one is Line => ['out', 'twice', 'moved', 'spoiled'].includes(one.how)

const withLine = (lines: readonly string[], one: Line): string[] => {
  // The header stays: what has none is foreign.
  const index = 1 + Math.floor(one.at * (lines.length - 1))
  const found = lines[index]!
  const rest = lines.toSpliced(index, 1)
  if (one.how === 'out') return rest
  if (one.how === 'twice') return lines.toSpliced(index, 0, found)
  if (one.how === 'moved') return rest.toSpliced(1 + (Math.floor(one.at * 7919) % rest.length), 0, found)
  const entry = JSON.parse(found) as object
  if ('all' in one) spoil(entry, one.all)
  return lines.toSpliced(index, 1, JSON.stringify(entry))
}

/** As the first version wrote it, whose lines have no checksum: what is wrong in a row shows by itself. */
const withoutChecksums = (lines: readonly string[]): string[] =>
  lines.map((text, index) => {
    if (index === 0) return JSON.stringify({ ...(JSON.parse(text) as object), version: 1 })
    const entry = JSON.parse(text) as { commit?: number }
    return entry.commit === undefined ? text : JSON.stringify({ commit: entry.commit })
  })

t.test(`${count} data files, seed ${seed}`, async (t) => {
  const folder = t.testdir()
  const data = join(folder, 'data')
  const { simulator, port } = await started(t, { data })
  await act(port, simulator, 11, 40)
  await simulator.idle()
  await simulator.close()
  const lines = readFileSync(data, 'utf8').trimEnd().split('\n')
  const forms = [lines, withoutChecksums(lines)]
  const counts: Record<string, number> = { opened: 0 }
  const seen = new Set<string | number>()
  let n = 0
  await fc.assert(
    fc.asyncProperty(given, fc.nat({ max: 1 }), async (one, form) => {
      const file = join(folder, `copy-${n++}`)
      for (const { how } of 'all' in one ? one.all : [one]) seen.add(how)
      const whole = `${forms[form]!.join('\n')}\n`
      const text = isLine(one) ? `${withLine(forms[form]!, one).join('\n')}\n` : spoiledText(whole, one)
      writeFileSync(file, text)
      try {
        const opened = await startSimulator({ data: file, clock: { mode: 'manual' } })
        counts['opened']! += 1
        const faults = await serverFaults(opened).finally(() => opened.close())
        if (faults.length > 0) throw new Error(`opened, and then ${faults.join('; ')}`)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        counts[error.code] = (counts[error.code] ?? 0) + 1
        if (!/^[^\n]{20,600}\.$/.test(error.message)) throw new Error(`refused with ${error.message}`, { cause: error })
        if (!readFileSync(file).equals(Buffer.from(text))) throw new Error('refused, and changed', { cause: error })
      }
    }),
    { numRuns: count, seed },
  )
  t.comment(JSON.stringify(counts))
  t.strictSame(undrawn(seen), [], 'each way was drawn')
  t.ok(counts['opened']! > count / 40 && counts['data_file_damaged']! > count / 8, 'both opened and refused ones')
})
