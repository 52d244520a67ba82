import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readKnownFailures } from './known-failures.ts'
import { writeKnownFailures } from './write-known-failures.ts'

const fields = {
  rule: 'a.x',
  checks: '[a.check]',
  owner: 'Ann',
  reason: 'It is being fixed.',
  link: 'https://example.com/1',
  expires: '2026-12-31',
}

const entry = (given: Partial<Record<string, string>> = {}): string => {
  const lines = Object.entries({ ...fields, ...given }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  )
  return `  - ${lines.join('\n    ')}\n`
}

const fileWith = (t: Test, text: string): string => {
  const file = join(t.testdir(), 'assay.baseline.yaml')
  writeFileSync(file, text)
  return file
}

const refusals: [what: string, text: string, message: RegExp][] = [
  ...Object.keys(fields).map((field): [string, string, RegExp] => [
    `a missing ${field}`,
    `version: 1\nknown:\n${entry()}${entry({ rule: 'a.y', [field]: undefined })}`,
    new RegExp(`baseline\\.yaml, known entry 2.*: ${field} is missing; give `),
  ]),
  ...['owner', 'reason', 'link'].map((field): [string, string, RegExp] => [
    `an empty ${field}`,
    `version: 1\nflaky:\n${entry({ [field]: '""' })}`,
    new RegExp(`flaky entry 1 \\(a\\.x\\): ${field} is missing; give `),
  ]),
  ['a blank owner', `version: 1\nknown:\n${entry({ owner: '"  "' })}`, /owner does not fit \(" {2}"\); give who/],
  [
    'a link that is none',
    `version: 1\nknown:\n${entry({ link: 'see the wiki' })}`,
    /link does not fit \("see the wiki"\)/,
  ],
  [
    'a day that is none',
    `version: 1\nknown:\n${entry({ expires: '2026-02-30' })}`,
    /expires must be a day of the calendar/,
  ],
  [
    'a date in words',
    `version: 1\nknown:\n${entry({ expires: 'soon' })}`,
    /expires does not fit \("soon"\); give a day/,
  ],
  ['no check', `version: 1\nknown:\n${entry({ checks: '[]' })}`, /known entry 1 \(a\.x\): checks/],
  [
    'an unknown field',
    `version: 1\nknown:\n${entry({ until: 'now' })}`,
    /known entry 1 \(a\.x\): there is no field until; the fields are rule/,
  ],
  ['an unknown list', `version: 1\naccepted:\n${entry()}`, /no field accepted/],
  ['no version', `known:\n${entry()}`, /version is missing/],
  ['another version', `version: 2\nknown:\n${entry()}`, /version/],
  [
    'the same twice',
    `version: 1\nknown:\n${entry()}flaky:\n${entry()}`,
    /flaky entry 1: a\.x by a\.check stands in known entry 1/,
  ],
  ['no YAML', 'version: [1', /must be YAML/],
  ['an empty file', '', /baseline\.yaml/],
  ['a list', '- 1', /baseline\.yaml/],
]

for (const [what, text, message] of refusals)
  t.test(`${what} is wrong usage, with the file, the entry and the field`, async (t) => {
    const file = fileWith(t, text)
    t.throws(() => readKnownFailures(file), { code: 'unfit_baseline', exitCode: 3, message })
  })

t.test('a whole file is read, and a list may be empty', async (t) => {
  const file = fileWith(t, `version: 1\nknown:\n${entry()}flaky:\n`)
  t.match(readKnownFailures(file), { known: [{ ...fields, checks: ['a.check'] }], flaky: [] })
  t.throws(() => readKnownFailures(`${file}.gone`), { code: 'unreadable_baseline', message: /ENOENT/ })
})

t.test('what is written is refused until it is filled in, and keeps what people wrote', async (t) => {
  const file = join(t.testdir(), 'new.yaml')
  const broken = [
    { rule: 'a.x', check: 'b.check', labels: ['deterministic' as const] },
    { rule: 'a.x', check: 'a.check', labels: ['deterministic' as const] },
    { rule: 'a.y', check: 'a.check', labels: ['intermittent' as const] },
  ]
  t.equal(writeKnownFailures(file, broken, '2026-06-15'), 2)
  t.throws(() => readKnownFailures(file), { message: /known entry 1 \(a\.x\): owner is missing/ })
  const filled = readFileSync(file, 'utf8')
    .replaceAll('owner: ""', 'owner: Ann # of the orders team')
    .replaceAll('reason: ""', 'reason: It is being fixed.')
    .replaceAll('link: ""', 'link: https://example.com/1')
  writeFileSync(file, filled)
  t.match(readKnownFailures(file), {
    known: [{ rule: 'a.x', checks: ['a.check', 'b.check'], expires: '2026-07-15' }],
    flaky: [{ rule: 'a.y', checks: ['a.check'] }],
  })
  t.equal(writeKnownFailures(file, [{ rule: 'a.z', check: 'a.check', labels: [] }], '2026-06-15'), 1)
  const text = readFileSync(file, 'utf8')
  t.match(text, /owner: Ann # of the orders team/)
  t.match(text, /rule: a\.z[^]*owner: ""/)
  t.match(text, /^# Known failures/)
})
