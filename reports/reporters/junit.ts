// JUnit XML for CI servers: a suite for each area, a case for each rule; what was not judged is skipped, with its reason.
import { createRequire } from 'node:module'
import type * as Library from 'fast-xml-parser'
import { causesOfRun, type Cause } from '../causes-of-run.ts'
import { causeScript } from '../shortened-run.ts'
import { otherPlaces, placeOfFinding } from '../differences.ts'
import { objectionTo, passagesOf, passageText } from '../rule-basis.ts'
import { titleOf } from '../violation-title.ts'
import type { Finding, Gated, RuleJudged, VerdictName } from '../run-record.ts'
import { totalsOf } from '../totals.ts'
import { firstLine } from '../headline.ts'
import { isBlocked } from '../blocked.ts'
import { addressJudged, blockExcuseOf, excuseOf, isSimulatedIn, type Run } from '../summary.ts'
import { shortly, textOf } from '../texts.ts'

type Element = Record<string, unknown>

// XML 1.0 has no way to write most of these, not even escaped; the others turn around, or break, the line that they stand in.
const unwritable = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u2028\u2029\uFFFE\uFFFF]/gu
const plain = (_name: string, value: unknown): string => textOf(value).replace(unwritable, '\uFFFD')

const property = (name: string, value: unknown): Element => ({ '@name': name, '@value': textOf(value) })

/** What the numbers are of; the servers show them beside each suite. */
const propertiesOf = (run: Run): Element => {
  const { started, finished } = run
  const isSimulated = isSimulatedIn(run)
  return {
    property: [
      property('target', addressJudged(run) ?? 'none'),
      property('contract', started?.suite.contract ?? ''),
      property('assay', started?.suite.version ?? ''),
      property('run', started?.run ?? ''),
      property('seed', started?.seed ?? ''),
      property('outcome', finished?.outcome ?? 'interrupted'),
      ...Object.entries(totalsOf(run)).map(([name, count]) => property(`total.${name}`, count)),
      property('simulated_target', isSimulated !== null),
      ...(isSimulated === null ? [] : [property('simulated_target.why', isSimulated)]),
      ...run.notes.map((note) => property('note', note)),
    ],
  }
}

const skipped: readonly VerdictName[] = ['not-tested', 'inconclusive', 'not-applicable']

const areaOf = ({ rule }: RuleJudged): string => rule.split('.')[0]!

const valueLines = (finding: Finding): string[] => {
  const place = placeOfFinding(finding)
  return [
    `Expected: ${shortly(place.expected, 400)}`,
    `Received: ${shortly(place.received, 400)}${place.pointer ? ` at ${shortly(place.pointer)}` : ''}`,
    ...otherPlaces(place).map((one) => `Differs: ${one}`),
  ]
}

type Shown = { run: Run; causes: readonly Cause[] }

const failureOf = (rule: RuleJudged, { run, causes }: Shown): Element => {
  const own = causes.find((cause) => cause.rule === rule.rule)
  const finding = own?.finding ?? run.findings.find((one) => one.rule === rule.rule)
  const cause = causes.find(({ consequences }) => !own && consequences.includes(rule.rule))
  const message = finding ? titleOf(finding, run).replaceAll('`', '') : (rule.reason ?? 'violated')
  const text = [
    rule.text,
    ...passagesOf(rule).map((passage) => `Rests on: ${passageText(passage)}`),
    ...(rule.remedy === undefined ? [] : [`To change: ${rule.remedy.replaceAll('`', '')}`]),
    ...(cause ? [`Same cause as ${cause.rule}`] : []),
    ...(finding ? [...valueLines(finding), `Found by ${finding.check}`, causeScript(finding, own ?? null, run)] : ['']),
    objectionTo(rule.rule).replaceAll('`', ''),
  ]
  return { '@message': message, '@type': rule.rule, '#text': text.join('\n') }
}

/** The reason as the message, its code as the type, and what to do about it as the text. */
const skippedOf = (rule: RuleJudged, run: Run): Element => {
  const { verdict, reason, reason_code: code, remedy } = rule
  const excuse = blockExcuseOf(run, rule.rule)
  const word = isBlocked(rule) ? 'blocked' : verdict
  const accepted = excuse === null ? '' : `; ${excuse}`
  return {
    '@message': `${word}: ${reason ?? 'no reason given'}${accepted}`,
    ...(code !== undefined && { '@type': code }),
    ...(remedy !== undefined && { '#text': remedy.replaceAll('`', '') }),
  }
}

/** What is wrong, and why it may be none, as the message; the rest as the text. */
const arguableOf = (rule: RuleJudged, shown: Shown): Element => {
  const { '@message': message, '#text': text } = failureOf(rule, shown)
  return {
    '@message': `arguable: ${textOf(message)}; counter-reading: ${rule.counter ?? 'none given'}`,
    '@type': 'arguable',
    '#text': text,
  }
}

/** Of the time of each check, the part of one of the rules that it judged; invariants take none of their own. */
const secondsOf = ({ rule }: RuleJudged, { checks }: Run): string => {
  const shares = checks.flatMap(({ ms, outcomes = [] }) =>
    outcomes.some((one) => one.rule === rule) ? [ms / outcomes.length] : [],
  )
  return (shares.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(3)
}

/** The name is the id of the rule: a CI server keeps the history of a case by its name, and a text may be reworded. */
const caseOf = (rule: RuleJudged, shown: Shown): Element => {
  const base = {
    '@classname': `assay.${areaOf(rule)}`,
    '@name': rule.rule,
    '@time': secondsOf(rule, shown.run),
  }
  const excuse = excuseOf(shown.run, rule.rule)
  if (rule.verdict === 'fail' && excuse !== null) return { ...base, skipped: { '@message': `violated, but ${excuse}` } }
  if (rule.verdict === 'fail') return { ...base, failure: failureOf(rule, shown) }
  if (rule.verdict === 'arguable') return { ...base, skipped: arguableOf(rule, shown) }
  if (rule.verdict === 'error') return { ...base, error: { '@message': rule.reason ?? '', '@type': 'assay' } }
  return skipped.includes(rule.verdict) ? { ...base, skipped: skippedOf(rule, shown.run) } : base
}

type Counts = Record<'@tests' | '@failures' | '@errors' | '@skipped', string>

const countsOf = (rules: readonly RuleJudged[], run: Run): Counts => {
  const broken = rules.filter(({ verdict }) => verdict === 'fail')
  const failures = broken.filter(({ rule }) => excuseOf(run, rule) === null).length
  const untested = rules.filter(({ verdict }) => verdict === 'arguable' || skipped.includes(verdict)).length
  return {
    '@tests': String(rules.length),
    '@failures': String(failures),
    '@errors': String(rules.filter(({ verdict }) => verdict === 'error').length),
    '@skipped': String(untested + broken.length - failures),
  }
}

const suiteOf = (area: string, rules: readonly RuleJudged[], shown: Shown): Element => {
  const { run } = shown
  const ms = run.checks.filter(({ check }) => check.startsWith(`${area}.`)).reduce((sum, one) => sum + one.ms, 0)
  return {
    '@name': `assay.${area}`,
    ...countsOf(rules, run),
    '@time': (ms / 1000).toFixed(3),
    ...(run.startedAt && { '@timestamp': run.startedAt.slice(0, 19) }),
    properties: propertiesOf(run),
    testcase: rules.map((rule) => caseOf(rule, shown)),
  }
}

/** A run that judged nothing is an error, never an empty and so a green file. */
const untested = (run: Run): Element => ({
  '@name': 'assay.run',
  '@tests': '1',
  '@failures': '0',
  '@errors': '1',
  '@skipped': '0',
  '@time': '0',
  properties: propertiesOf(run),
  testcase: [
    {
      '@classname': 'assay.run',
      '@name': run.finished?.outcome ?? 'interrupted',
      '@time': '0',
      error: {
        '@message': firstLine(run),
        '@type': run.finished?.reason?.code ?? 'interrupted',
        ...(run.finished?.reason && { '#text': run.finished.reason.message }),
      },
    },
  ],
})

/** Entries of the baseline that fail the run though every rule may hold. */
const baselineSuite = (problems: Gated['problems']): Element => ({
  '@name': 'assay.baseline',
  '@tests': String(problems.length),
  '@failures': String(problems.length),
  '@errors': '0',
  '@skipped': '0',
  '@time': '0',
  testcase: problems.map(({ code, message }) => ({
    '@classname': 'assay.baseline',
    '@name': message,
    '@time': '0',
    failure: { '@message': message, '@type': code },
  })),
})

export const junitXml = (run: Run): string => {
  const areas = [...new Set(run.rules.map(areaOf))]
  const shown = { run, causes: causesOfRun(run) }
  const suites = areas.map((area) =>
    suiteOf(
      area,
      run.rules.filter((rule) => areaOf(rule) === area),
      shown,
    ),
  )
  const complete = run.finished?.outcome === 'complete' && run.finished.exit_code !== 2
  const problems = run.gate?.problems ?? []
  const all = [
    ...suites,
    ...(problems.length > 0 ? [baselineSuite(problems)] : []),
    ...(complete ? [] : [untested(run)]),
  ]
  const { XMLBuilder } = createRequire(import.meta.url)('fast-xml-parser') as typeof Library
  const builder = new XMLBuilder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    format: true,
    suppressBooleanAttributes: false,
    attributeValueProcessor: plain,
    tagValueProcessor: plain,
  })
  const time = ((run.finished?.ms ?? 0) / 1000).toFixed(3)
  const counts = countsOf(run.rules, run)
  const errors = String(Number(counts['@errors']) + (complete ? 0 : 1))
  const tests = String(Number(counts['@tests']) + (complete ? 0 : 1) + problems.length)
  const failures = String(Number(counts['@failures']) + problems.length)
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'assay',
      ...counts,
      '@tests': tests,
      '@failures': failures,
      '@errors': errors,
      '@time': time,
      testsuite: all,
    },
  }) as string
}
