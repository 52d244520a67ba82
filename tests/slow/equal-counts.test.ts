// Every report of a run gives the same numbers, and a fault that shows in several places is one cause.
// Silent for up to 300 s.
import { XMLParser } from 'fast-xml-parser'
import t, { type Test } from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { causesOfRun } from '../../reports/causes-of-run.ts'
import { htmlReport } from '../../reports/html/page.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { junitXml } from '../../reports/reporters/junit.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import type { RunEvent, Unstamped } from '../../reports/run-record.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { createSimulator } from '../../in-process.ts'
import { judge } from '../judge-target.ts'
import { sampled } from '../sampled.ts'
import { finding, finished, rule, runOf, stamped, started } from '../reports/hostile-run.ts'

const account = 'account.identifies-the-credential'
const catalog = 'catalog.fails-as-listed'
const held = 'actions.hold-puts-the-order-on-hold'
const listed = 'list.order-item-shows-the-order'
const specimens = 'webhooks.specimen-is-sent-once'

/** A defect, the checks that run, and where the fault is plainly one: the rule of its cause. */
type Case = [defect: string, checks: string[], cause?: string]

const cases: Case[] = [
  [
    'order-without-status-changed-at',
    [held, listed, 'events.status-changed-carries-both-statuses'],
    'order.has-status-changed-at',
  ],
  [
    'no-limit-header',
    [account, 'limits.remaining-falls-with-every-endpoint'],
    'limits.rate-limit-header-on-every-response',
  ],
  [
    'no-remaining-header',
    [account, 'limits.remaining-falls-with-every-endpoint'],
    'limits.remaining-header-on-every-response',
  ],
  [
    'signature-over-pretty-json',
    [specimens, 'webhooks.new-secret-signs-what-follows'],
    'delivery.signature-covers-t-and-raw-body',
  ],
  ['product-without-name', [catalog, 'auth.made-up-token-is-refused'], 'catalog.product-has-name'],
  ['account-client-id-of-the-lender', [account]],
  ['account-client-id-left-out', [account], 'account.has-client-id'],
  ['account-rate-limit-is-a-number', [account], 'account.has-rate-limit-per-minute'],
  ['account-company-name-is-null', [account], 'account.has-company-name'],
  ['account-refused-with-403', ['auth.read-without-token-is-refused']],
  ['account-shows-the-first-client', ['auth.two-credentials-share-an-account']],
  ['any-grant-type-accepted', ['auth.token-request-is-refused-in-its-form']],
  ['any-scheme-accepted', ['auth.made-up-token-is-refused']],
  ['basic-header-not-read', ['auth.token-by-each-request-form']],
  ['catalog-refuses-with-422', [catalog]],
  ['client-id-is-a-token', ['conventions.client-id-alone-opens-nothing']],
  ['accepted-due-date-not-shown', ['amend.accepted-due-date-is-the-orders']],
  ['any-kind-uploaded', ['documents.other-uploads-are-refused']],
  ['advance-without-target-goes-on', ['sandbox.advance-needs-a-target']],
  ['bodies-compared-by-their-beginning', ['idempotency.other-body-is-refused']],
  ['key-used-up-elsewhere', ['idempotency.key-belongs-to-creation']],
  ['card-kept-with-the-order', ['order.fees-cannot-be-sent']],
  ['current-status-is-the-label', ['actions.held-order-refuses-hold-and-cancel', held]],
  ['hold-answer-made-before-the-hold', [held]],
  ['off-hold-never-ends', ['actions.resume-gives-the-status-back']],
  ['lists-are-not-counted', ['limits.remaining-falls-with-every-endpoint']],
  ['not-found-by-another-name', ['errors.unknown-resource-is-not-found']],
  ['order-number-filter-ignored', ['list.text-filters-find-their-orders']],
  ['address-summary-by-lines', [listed]],
  ['plain-http-to-localhost-taken', ['webhooks.unusable-settings-are-refused']],
  ['get-webhook-not-routed', ['transport.webhook-operations-are-served'], 'transport.serves-get-webhook'],
]

const names = ['passed', 'violated', 'inconclusive', 'not_tested', 'errors', 'causes', 'findings'] as const
type Numbers = Record<(typeof names)[number], number>

const numbersOf = (given: (number | undefined)[]): Numbers =>
  Object.fromEntries(names.map((name, index) => [name, given[index] ?? 0])) as Numbers

const numberOf = (text: string): number => Number(text.replaceAll(/\D/g, ''))

const numberIn = (text: string, pattern: RegExp): number => numberOf(pattern.exec(text)?.[1] ?? '0')

const inTerminal = (events: readonly RunEvent[]): Numbers => {
  let text = ''
  const reporter = terminalReporter({ write: (part) => void (text += part), colour: false })
  for (const event of events) reporter.event(event)
  const counts =
    /^Rules: ([\d,]+) passed, ([\d,]+) violated, ([\d,]+) inconclusive, ([\d,]+) not tested, ([\d,]+) errors/m.exec(
      text,
    )
  const causes = /^Violated: ([\d,]+) rules?, ([\d,]+) causes?, ([\d,]+) findings?$/m.exec(text)?.map(numberOf)
  const numbers = numbersOf([...(counts ?? []).slice(1).map(numberOf), ...(causes ?? []).slice(2)])
  return causes && causes[1] !== numbers.violated ? { ...numbers, violated: Number.NaN } : numbers
}

const inJson = (events: readonly RunEvent[]): Numbers => {
  const { summary, rules, causes, findings } = jsonReport(events) as {
    summary: { rules: Record<string, number>; causes: number; findings: number }
    rules: { verdict: string }[]
    causes: { findings: number[] }[]
    findings: { cause: string | null; more?: number }[]
  }
  const count = (verdict: string): number => {
    const listed = rules.filter((one) => one.verdict === verdict).length
    return summary.rules[verdict] === listed ? listed : Number.NaN
  }
  const owned = causes.flatMap((cause) => cause.findings)
  const complete = owned.length === findings.length && findings.every(({ cause }) => cause !== null)
  const all = findings.reduce((sum, { more = 0 }) => sum + 1 + more, 0)
  return numbersOf([
    ...['pass', 'fail', 'inconclusive', 'not-tested', 'error'].map(count),
    summary.causes === causes.length ? causes.length : Number.NaN,
    complete && summary.findings === all ? all : Number.NaN,
  ])
}

const inJunit = (run: Run): Numbers => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite',
  })
  const { testsuites } = parser.parse(junitXml(run)) as {
    testsuites: { failures: string; testsuite: { properties: { property: { name: string; value: string }[] } }[] }
  }
  const { property } = testsuites.testsuite[0]!.properties
  const numbers = numbersOf(names.map((name) => Number(property.find((one) => one.name === `total.${name}`)?.value)))
  return { ...numbers, violated: numbers.violated === Number(testsuites.failures) ? numbers.violated : Number.NaN }
}

const inMarkdown = (run: Run): Numbers => {
  const [, heads = '', numbers = ''] = /\n\| (passed.*) \|\n\|---:.*\n\| (.*) \|\n/.exec(markdownSummary(run)) ?? []
  const values = numbers.split(' | ').map(numberOf)
  return numbersOf(names.map((name) => values[heads.split(' | ').indexOf(name.replaceAll('_', ' '))]))
}

/** As they are shown: the counts at the head, and the causes over the list of them. */
const inHtml = (run: Run): Numbers => {
  const page = htmlReport(run)
  const count = (verdict: string): number =>
    numberIn(page, new RegExp(`<li class="${verdict}"[^>]*>\\s*<a[^>]*>\\s*<b>([^<]*)</b>`))
  const causes = numberIn(page, /<p>(\S+) causes?, \S+ findings?/)
  return numbersOf([
    ...['pass', 'fail', 'inconclusive', 'not-tested', 'error'].map(count),
    (page.match(/<article class="cause/g) ?? []).length === causes ? causes : Number.NaN,
    numberIn(page, /<p>\S+ causes?, (\S+) findings?/),
  ])
}

const sameEverywhere = (t: Test, events: readonly RunEvent[]): Run => {
  const run = emptyRun()
  for (const event of events) absorb(run, event)
  const json = inJson(events)
  t.same(inTerminal(events), json, 'the terminal agrees with report.json')
  t.same(inJunit(run), json, 'JUnit agrees with report.json')
  t.same(inMarkdown(run), json, 'Markdown agrees with report.json')
  t.same(inHtml(run), json, 'the page agrees with report.json')
  return run
}

const all = await loadChecks()

for (const [defect, ids, cause] of sampled(cases, 10))
  t.test(`${defect}: the same counts in every report`, async (t) => {
    const simulator = await createSimulator({ defect })
    t.teardown(() => simulator.close())
    const checks = ids.map((id) => all.find((check) => check.id === id)!)
    const profile = structuredClone(simulator.profile()) as Record<string, unknown>
    const { events, result } = await judge(profile, {
      checks,
      options: { unasked: all.filter((one) => !checks.includes(one)), rerun: false },
    })
    const end: Unstamped = { ...result, type: 'run-finished', requests: 1, deliveries: 0, waited_ms: 0, ms: 1 }
    const run = sameEverywhere(t, stamped([started(), ...events, end]))
    t.ok(run.findings.length > 0, 'the defect shows')
    const rules = causesOfRun(run).map((one) => one.rule)
    t.same(rules, [...new Set(rules)], 'no rule heads two causes')
    if (cause !== undefined) t.same(rules, [cause], 'one fault is one cause')
  })

t.test('a run that was cut short before its causes were found has the same counts in every report', async (t) => {
  const other = { ...finding, rule: 'list.c' }
  const events = stamped([
    started(),
    rule('list.b', 'fail'),
    rule('list.c', 'fail'),
    finding,
    finding,
    other,
    finished(1, 'interrupted'),
  ])
  const run = sameEverywhere(t, events)
  t.same(
    causesOfRun(run).map((one) => [one.rule, one.members.length]),
    [
      ['list.b', 2],
      ['list.c', 1],
    ],
  )
})

t.test('a finding that came in after the reruns is put down to the cause of its rule', async (t) => {
  const cause = {
    type: 'cause' as const,
    cause: 'list.b',
    rule: 'list.b',
    rules: ['list.b'],
    label: 'deterministic' as const,
    reason: null,
    tries: { made: 2, again: 2 },
    example: 0,
    findings: [0],
    requests: 4,
    plan: null,
  }
  const run = runOf(started(), rule('list.b', 'fail'), finding, cause, finding, finished(1))
  t.same(
    causesOfRun(run).map((one) => one.members.length),
    [2],
  )
})
