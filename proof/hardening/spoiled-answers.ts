// Targets whose answers have the right fields with values that nobody expects: objects for texts, times of no calendar, names of files.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileValues } from '../../tests/hostile-values.ts'
import { runAgainst } from '../../tests/hostile-run.ts'
import { hostileNumbers, inTurn, spoilNames, spoilNumbers, spoilTexts, spoilTimes } from '../../tests/spoiled-values.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { judged, target } from './targets.ts'

const areas = (...names: string[]): string[] => names.flatMap((name) => ['--area', name])

const spoiled = (spoil: typeof spoilTexts, values: readonly unknown[]) => {
  const next = inTurn(values)
  return {
    after: ({ name }: { name: string }, { body }: { body: unknown }) =>
      name === 'POST /oauth/token' ? undefined : spoil(body, next),
  }
}

const mark = 'assay-was-here'

const fileNames = [
  `../../../../../../tmp/${mark}`,
  `/tmp/${mark}`,
  `C:\\Windows\\${mark}`,
  `${mark}\u0000.pdf`,
  `${mark}\r\nSet-Cookie: a=b`,
  `\u202E${mark}`,
  `${'x'.repeat(10_000)}${mark}`,
  `$(touch /tmp/${mark})`,
  '..',
  '',
]

export const spoiledAnswers: Attack[] = [
  target(
    'Values',
    'an object `{"toString":1}` in the place of each text',
    '745 MB, 98.8 MB of reports, in a whole run 40,736 findings in full',
    spoiled(spoilTexts, [{ toString: 1, valueOf: 1 }]),
    { isSlow: true, args: areas('documents', 'messages', 'list') },
  ),
  target(
    'Values in turn',
    `${hostileValues.length} values that trip JavaScript, XML, HTML, a terminal or the log of a CI job`,
    'not tried',
    spoiled(spoilTexts, hostileValues),
    { isSlow: true, args: areas('documents', 'messages', 'list') },
  ),
  target(
    'Times',
    'times that are none, or of the year 275760',
    'a check ends with a RangeError',
    spoiled(spoilTimes, ['', 'NaN', '2026-02-30T25:61:61Z', '+275760-09-13T00:00:00.000Z']),
    { args: areas('list', 'create') },
  ),
  target(
    'Numbers',
    `${hostileNumbers.length} numbers in the place of each: 1e308, -1, 1.5, beyond 2^53`,
    'reporter_failed: html: Invalid array length',
    spoiled(spoilNumbers, hostileNumbers),
    { args: areas('feed', 'webhooks', 'list') },
  ),
  {
    id: 'File names',
    sent: `${fileNames.length} file names of documents and downloads: paths, control characters, 10,000 letters, commands`,
    first: 'not tried',
    bound: 'a run within its bounds; no file of such a name, in the reports or elsewhere',
    make: async (lab) => {
      const next = inTurn(fileNames)
      const given = new Set<string>()
      const run = await runAgainst(
        lab,
        {
          after: ({ name }, { body }) => (name === 'POST /oauth/token' ? undefined : spoilNames(body, next)),
          answer({ name }, { status }, response) {
            if (!name.startsWith('GET /download/') || status !== 200) return false
            const header = String(next()).replaceAll(/[^\x20-\x7E]/g, '')
            given.add(header)
            response.writeHead(200, { 'content-disposition': `attachment; filename="${header}"` }).end('%PDF-1.4')
            return true
          },
        },
        [...areas('documents', 'downloads'), '--timeout', '3', '--no-rerun', '--reporter', 'all'],
      )
      const { held, said } = judged(run)
      const strange = [...run.files.keys(), ...readdirSync(tmpdir()).map((name) => join('tmp', name))].filter((name) =>
        name.includes(mark),
      )
      return outcome(`${said}; ${strange.length} such files`, held && strange.length === 0 && given.size > 3)
    },
  },
  target(
    'Drips, all',
    'each answer a tenth at a time, over two and a half seconds, with a minute for the run',
    'not tried',
    {
      answer({ name }, { status, body, headers }, response) {
        if (name === 'POST /oauth/token') return false
        const text = JSON.stringify(body) ?? ''
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...own } = headers
        response.writeHead(status, own)
        let sent = 0
        const timer = setInterval(() => {
          if (sent === 10) response.end()
          else response.write(text.slice(Math.ceil((text.length * sent) / 10), Math.ceil((text.length * ++sent) / 10)))
        }, 250)
        response.on('close', () => clearInterval(timer))
        return true
      },
    },
    { isSlow: true, args: [...areas('account', 'list'), '--max-minutes', '1'] },
  ),
]
