// Every renderer of a run keeps its format, whatever a target answered, and says when a run was a simulated target.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import t from 'tap'
import { validateXML } from 'xmllint-wasm'
import { annotations } from '../../reports/reporters/annotations.ts'
import { badgeColours, badgeSvg } from '../../reports/reporters/badge.ts'
import { harLog } from '../../reports/reporters/har.ts'
import { junitXml } from '../../reports/reporters/junit.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { openMetrics } from '../../reports/reporters/open-metrics.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import type { Unstamped } from '../../reports/run-record.ts'
import { finding, finished, hostileEvents, rule, runOf, stamped, started } from './hostile-run.ts'
import { root } from '../places.ts'

const run = runOf(...hostileEvents())
const simulated = runOf(...hostileEvents({ embedded: true, simulated_target: 'the embedded simulator' }))
const schema = readFileSync(join(root, 'tests', 'reports', 'junit.xsd'), 'utf8')

const validated = async (xml: string): Promise<readonly string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: [{ fileName: 'junit.xsd', contents: schema }],
  })
  return errors.map(({ rawMessage }) => rawMessage)
}

type Case = {
  name: string
  failure?: unknown
  error?: { message: string }
  skipped?: { message: string; type?: string; '#text'?: string }
}
type Suite = {
  name: string
  tests: string
  properties: { property: { name: string; value: string }[] }
  testcase: Case[]
}

const suitesOf = (xml: string): Suite[] => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testcase' || name === 'testsuite',
  })
  return (parser.parse(xml) as { testsuites: { testsuite: Suite[] } }).testsuites.testsuite
}

t.test('JUnit keeps its schema, whatever the target answered', async (t) => {
  t.strictSame(await validated(junitXml(run)), [])
  t.strictSame(await validated(junitXml(runOf(started(), finished(2, 'interrupted')))), [], 'nothing judged')
  t.strictSame(await validated(junitXml(simulated)), [])
  t.ok((await validated('<testsuites><testsuite name="x"/></testsuites>')).length > 0, 'the schema refuses')
})

t.test('JUnit has a case for each rule: broken, error, and skipped with its reason', async (t) => {
  const cases = new Map(
    suitesOf(junitXml(run))
      .flatMap(({ testcase }) => testcase)
      .map((one) => [one.name.split(':')[0], one]),
  )
  t.strictSame([...cases.keys()], ['list.a', 'list.b', 'list.c', 'list.d', 'auth.e', 'auth.f'])
  t.notOk('skipped' in cases.get('list.a')! || 'failure' in cases.get('list.a')!)
  t.ok(cases.get('list.b')!.failure)
  t.match(cases.get('list.c')!.skipped, { message: /^blocked: webhook_refused: it said a/ })
  t.match(cases.get('list.d')!.skipped, { message: 'not-applicable: It is out of sight.' })
  t.ok(cases.get('auth.e')!.error)
  t.match(cases.get('auth.f')!.skipped, {
    message: 'inconclusive: the run was interrupted during the check',
    type: 'interrupted-during',
    '#text': 'Run again, to the end.',
  })
})

t.test('a run that judged nothing, or not to its end, is an error in JUnit and never an empty file', async (t) => {
  for (const events of [
    [started(), finished(2, 'preflight-failed')],
    [started(), rule('list.a', 'pass'), finished(2, 'interrupted')],
  ] as Unstamped[][]) {
    const suite = suitesOf(junitXml(runOf(...events))).find(({ name }) => name === 'assay.run')
    t.ok(suite?.testcase[0]?.error?.message)
  }
  const reason = { code: 'too_little_judged', message: '1 of 9 rules was judged, but --require asks for 95 %.' }
  const judged = runOf(started(), rule('list.a', 'pass'), { ...finished(2), reason } as Unstamped)
  const suite = suitesOf(junitXml(judged)).find(({ name }) => name === 'assay.run')
  t.match(suite?.testcase[0]?.error, { type: reason.code, '#text': reason.message }, 'and says why, whatever passed')
})

t.test('HAR 1.2 has every field that the format requires', async (t) => {
  const required = (...names: string[]) => ({ type: 'object', required: names })
  const pairs = { type: 'array', items: required('name', 'value') }
  const number = { type: 'number' }
  const text = { type: 'string' }
  const validate = new Ajv2020({ strict: false }).compile({
    ...required('log'),
    properties: {
      log: {
        ...required('version', 'creator', 'entries'),
        properties: {
          version: { const: '1.2' },
          creator: required('name', 'version'),
          entries: {
            type: 'array',
            items: {
              ...required('startedDateTime', 'time', 'request', 'response', 'cache', 'timings'),
              properties: {
                startedDateTime: { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
                time: number,
                request: {
                  ...required(
                    'method',
                    'url',
                    'httpVersion',
                    'cookies',
                    'headers',
                    'queryString',
                    'headersSize',
                    'bodySize',
                  ),
                  properties: { headers: pairs, queryString: pairs, postData: required('mimeType', 'text') },
                },
                response: {
                  ...required(
                    'status',
                    'statusText',
                    'httpVersion',
                    'cookies',
                    'headers',
                    'content',
                    'redirectURL',
                    'headersSize',
                    'bodySize',
                  ),
                  properties: { status: number, headers: pairs, content: required('size', 'mimeType') },
                },
                timings: {
                  ...required('send', 'wait', 'receive'),
                  additionalProperties: { type: 'number', minimum: 0 },
                },
              },
            },
          },
        },
      },
    },
  })
  const har = JSON.parse(harLog(simulated)) as { log: { entries: unknown[]; comment: string } }
  t.ok(validate(har), JSON.stringify(validate.errors))
  t.equal(har.log.entries.length, 3)
  t.match(har.log.comment, /^Simulated target: the embedded simulator\./)
  t.match(har.log.entries[0], { request: { queryString: [{ name: 'lender_reference', value: 'a b' }] } })
})

/** The samples of an OpenMetrics text; throws at the first line that is none. */
const samplesOf = (text: string): { name: string; labels: Record<string, string>; value: number }[] => {
  const lines = text.split('\n')
  if (lines.at(-1) !== '' || lines.at(-2) !== '# EOF') throw new Error('it must end with # EOF and a line break')
  const families = new Map<string, string>()
  return lines.slice(0, -2).flatMap((line) => {
    const meta = /^# (TYPE|HELP|UNIT) ([a-z_:][a-z0-9_:]*) (.+)$/.exec(line)
    if (meta) {
      if (meta[1] === 'TYPE') families.set(meta[2]!, meta[3]!)
      return []
    }
    const sample = /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?\d+(?:\.\d+)?)$/.exec(
      line,
    )
    if (!sample) throw new Error(`no sample: ${line}`)
    const [, name = '', inner = '', value] = sample
    if (![...families].some(([family, type]) => name === (type === 'info' ? `${family}_info` : family)))
      throw new Error(`of no family: ${name}`)
    const labels = Object.fromEntries(
      [...inner.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key!, of!]),
    )
    return [{ name, labels, value: Number(value) }]
  })
}

t.test('OpenMetrics can be read, and escapes what it must', async (t) => {
  const samples = samplesOf(openMetrics(runOf(...hostileEvents({ sandbox_base_url: 'a "b" \\ c\nd\uD800' }))))
  t.match(
    samples.find(({ name }) => name === 'assay_run_info'),
    {
      labels: { target: 'a \\"b\\" \\\\ c\\nd\uFFFD', simulated_target: 'false' },
      value: 1,
    },
  )
  const of = (area: string, verdict: string) =>
    samples.find(
      ({ name, labels }) => name === 'assay_rules' && labels['area'] === area && labels['verdict'] === verdict,
    )?.value
  t.equal(of('list', 'fail'), 1)
  t.equal(of('list', 'pass'), 1)
  t.equal(of('auth', 'error'), 1)
  t.match(samplesOf(openMetrics(simulated)).find(({ name }) => name === 'assay_run_info')?.labels, {
    simulated_target: 'true',
  })
})

t.test('Markdown shows hostile texts as texts', async (t) => {
  const text = markdownSummary(run)
  const outside = text.replaceAll(/^(`{3,})sh\n[^]*?\n\1$/gm, '')
  t.notMatch(outside.replaceAll(/`[^`]*`/g, ''), '<script>', 'no tag outside of code')
  for (const row of outside.split('\n').filter((line) => line.startsWith('| '))) {
    const cells = row.replaceAll('\\|', '').split('|').length - 2
    t.ok([2, 3, 9].includes(cells), `${cells} cells: ${row}`)
    t.equal((row.match(/`/g) ?? []).length % 2, 0, 'its code is closed')
  }
  t.notMatch(outside, /^::/m)
  t.notOk(hasControl(text))
  t.match(markdownSummary(simulated), '**Simulated target**: the target was the embedded simulator')
  t.notMatch(text, 'rehearsal')
})

t.test('a long script is left out of the Markdown, which a job summary would not show else', async (t) => {
  const big = hostileEvents().map((event) =>
    event.type === 'exchange'
      ? {
          ...event,
          exchange: {
            ...event.exchange,
            request: {
              ...event.exchange.request,
              body: { text: 'x'.repeat(600_000), bytes: 600_000, sha256: '0', cut: false },
            },
          },
        }
      : event,
  )
  const text = markdownSummary(runOf(...big))
  t.ok(text.length < 20_000, `${text.length} characters`)
  t.match(text, 'The script is in report.json')
})

t.test('annotations are one command a line, and nothing of the target begins another', async (t) => {
  const lines = annotations(run).trimEnd().split('\n')
  t.ok(
    lines.every((line) => /^::(error|warning|notice) title=[^:,\r\n]*::[^\r\n]*$/.test(line)),
    lines.join('\n'),
  )
  t.match(lines[0], /%25/, 'a percent sign is escaped')
  t.notMatch(annotations(run), '\u001B')
  t.notMatch(annotations(run), inAnyPlace)
  t.match(
    annotations(runOf(started(), rule('a.b', 'fail'), { ...finding, rule: 'x:y,z%' } as Unstamped, finished(1))),
    'title=x%3Ay%2Cz%25::',
  )
  t.match(annotations(simulated), '::notice title=assay simulated target::')
})

t.test('accepted violations do not push what fails the run out of the ten that are shown', async (t) => {
  const ids = Array.from({ length: 15 }, (_, index) => `a.known-${index}`)
  const accepted = ids.map((id) => ({
    rule: id,
    check: 'a.check',
    list: 'known' as const,
    owner: 'Ann',
    reason: 'It is being fixed.',
    link: 'https://example.com/1',
    expires: '2026-12-31',
  }))
  const gated = {
    type: 'gated' as const,
    rule_set: '1.0.0-1',
    baseline: 'b.yaml',
    gating: ['z.new'],
    accepted,
    reported_only: [],
    blocked: [],
    accepted_blocked: [],
    problems: [],
    warnings: [],
  }
  const all = [...ids, 'z.new']
  const events = all.flatMap((id) => [rule(id, 'fail'), { ...finding, rule: id } as Unstamped])
  const lines = annotations(runOf(started(), ...events, gated, finished(2))).split('\n')
  t.match(lines[0], /^::error title=assay has no verdict::/)
  t.match(lines[1], /^::error title=z\.new::/)
  t.equal(lines.filter((line) => line.startsWith('::notice')).length, 10)
})

t.test('the terminal takes no command from a target', async (t) => {
  let written = ''
  const reporter = terminalReporter({ write: (text) => void (written += text), colour: false })
  for (const event of stamped(hostileEvents({ embedded: true, simulated_target: 'the embedded simulator' })))
    reporter.event(event)
  t.notOk(hasControl(written))
  t.notMatch(written, /^\s*::/m)
  t.notMatch(written, inAnyPlace)
  t.match(written, '#\\u0023[error]no', 'it is shown as it came')
  t.match(written, 'simulated target: the embedded simulator')
})

/** GitHub and Azure take such a command out of the middle of a line, too. */
const inAnyPlace = /##\w*\[/

/** Beside line breaks. */
const hasControl = (text: string): boolean => /(?!\n)\p{Cc}/u.test(text)

const luminance = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(colour.slice(index, index + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

t.test('the badge says what is known, and no more', async (t) => {
  const textOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text)
  t.strictSame(textOf(badgeSvg(runOf(started(), rule('a.b', 'pass'), finished(0)))), ['assay', 'conforms'])
  t.strictSame(textOf(badgeSvg(run)), ['assay', '1 violated'])
  t.strictSame(textOf(badgeSvg(runOf(started(), finished(2, 'preflight-failed')))), ['assay', 'not tested (100%)'])
  const partly = runOf(started(), rule('a.b', 'pass'), rule('a.c', 'not-tested'), rule('a.d', 'pass'), finished(0))
  t.strictSame(textOf(badgeSvg(partly)), ['assay', 'none violated, not tested (34%)'])
  const most = runOf(
    started(),
    ...Array.from({ length: 999 }, (_, index) => rule(`a.${index}`, 'pass')),
    rule('a.x', 'error'),
    finished(0),
  )
  t.match(textOf(badgeSvg(most))[1], 'not tested (1%)', 'a rule in a thousand shows')
  t.strictSame(textOf(badgeSvg(simulated)), ['assay simulated target', '1 violated'])
  const svg = badgeSvg(run)
  t.match(svg, /<title>assay: 1 violated\. /)
  t.notMatch(svg, '<script>')
  const { errors } = await validateXML({ xml: [{ fileName: 'badge.svg', contents: svg }], normalization: 'format' })
  t.strictSame(errors, [], 'it is well formed')
  for (const [name, colour] of Object.entries(badgeColours)) {
    const contrast = 1.05 / (luminance(colour) + 0.05)
    t.ok(contrast >= 4.5, `${name}: ${contrast.toFixed(2)}`)
  }
})

t.test('report.json says whether it was a simulated target', async (t) => {
  t.match(jsonReport(stamped(hostileEvents())), { simulated_target: false })
  t.match(jsonReport(stamped(hostileEvents({ simulated_target: 'a test environment with a control port' }))), {
    simulated_target: true,
  })
})
