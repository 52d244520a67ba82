// What others send has its bounds in one place, `fixtures/bounds.ts`: no other file names an amount of bytes, and each bound is in use and says why.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bounds } from '../fixtures/bounds.ts'
import { root } from './places.ts'

/** How something is done, and not how much of it: when a file is written again, what a step takes; and the contract's own limits. */
const tuning = [
  'simulator/behaviour/uploads.ts',
  'simulator/engine/inbox.ts',
  'simulator/http/read-multipart.ts',
  'simulator/store/journal.ts',
  'conformance/audit/journal/spare-memory.ts',
  'conformance/audit/rules/papers.ts',
  'conformance/audit/thresholds.ts',
  'conformance/cli/audit.ts',
  'conformance/sut/bounds.ts',
]

const isSource = (name: string): boolean => name.endsWith('.ts') && !/\.(test|support|d)\.ts$/.test(name)

const sources = (['simulator', 'conformance', 'reports', 'fixtures', 'own-files'] as const).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isSource),
)
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')

/** `* 1024`, `64 << 20`, and a name that says bytes or megabytes with a number of its own. */
const amount = /\* 1_?024\b|\d\d << [12]0\b|= (?:const )?\w*(?:[bB]ytes|[mM]egabytes) = \d{4,}/

t.test('an amount of bytes stands with the bounds', async (t) => {
  const others = sources.filter((name) => name !== 'fixtures/bounds.ts' && !tuning.includes(name))
  t.strictSame(
    others.filter((name) => amount.test(textOf(name))),
    [],
    'put it into fixtures/bounds.ts, with its reason',
  )
  t.match('const most = 64 * 1024', amount, 'and one would be found')
})

t.test('each bound is in use, and has a reason of its own', async (t) => {
  const all = sources.filter((name) => name !== 'fixtures/bounds.ts').map(textOf)
  const own = textOf('fixtures/bounds.ts')
  for (const [group, ones] of Object.entries(bounds))
    for (const name of Object.keys(ones)) {
      const isUsed = (text: string): boolean =>
        text.includes(`ounds.${group}.${name}`) ||
        new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = bounds\\.${group}\\b`).test(text)
      t.ok(all.some(isUsed), `${group}.${name} is in use`)
      t.match(
        own,
        new RegExp(`/\\*\\* [^\\n]{20,} \\*/\\n(?:  \\w+: [^\\n]*\\n)?  ${name}: `),
        `${group}.${name} says why`,
      )
    }
})
