// OpenMetrics text: the run in numbers, for a text-file collector or a push gateway.
import { isBlocked } from '../blocked.ts'
import { addressJudged, countVerdicts, isSimulatedIn, verdictNames, type Run } from '../summary.ts'

const label = (value: string): string =>
  // A lone surrogate is no UTF-8, and what reads numbers shows no controls.
  value
    .replaceAll('\r', ' ')
    .replaceAll(/(?!\n)\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u2028\u2029]/gu, '\uFFFD')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')

type Sample = { labels?: Record<string, string>; value: number; suffix?: string }

const family = (name: string, type: 'gauge' | 'info', help: string, samples: readonly Sample[]): string[] => [
  `# TYPE ${name} ${type}`,
  `# HELP ${name} ${help}`,
  ...samples.map(({ labels = {}, value, suffix = '' }) => {
    const inner = Object.entries(labels).map(([key, text]) => `${key}="${label(text)}"`)
    return `${name}${suffix}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`
  }),
]

export const openMetrics = (run: Run): string => {
  const { started, finished } = run
  const areas = [...new Set(run.rules.map(({ rule }) => rule.split('.')[0]!))]
  const rules = areas.flatMap((area) => {
    const counts = countVerdicts(run.rules.filter(({ rule }) => rule.startsWith(`${area}.`)))
    return verdictNames.map((verdict) => ({ labels: { area, verdict }, value: counts[verdict] }))
  })
  const target = addressJudged(run) ?? ''
  const info = {
    version: started?.suite.version ?? '',
    contract: started?.suite.contract ?? '',
    run: started?.run ?? '',
    target,
    simulated_target: String(isSimulatedIn(run) !== null),
    outcome: finished?.outcome ?? 'interrupted',
  }
  const one = (value: number): Sample[] => [{ value }]
  return [
    ...family('assay_run', 'info', 'The run that these numbers are from.', [
      { labels: info, value: 1, suffix: '_info' },
    ]),
    ...family('assay_rules', 'gauge', 'Rules of the service by area and verdict.', rules),
    ...family(
      'assay_rules_blocked',
      'gauge',
      'Rules that the target kept from being judged, of those not tested and inconclusive.',
      one(run.rules.filter(isBlocked).length),
    ),
    ...family('assay_findings', 'gauge', 'Comparisons that broke a rule.', one(run.findings.length + run.again.length)),
    ...family(
      'assay_requests',
      'gauge',
      'Requests sent to the target.',
      one(finished?.requests ?? run.exchanges.length),
    ),
    ...family('assay_deliveries', 'gauge', 'Webhook deliveries received.', one(run.deliveries.length)),
    ...family('assay_duration_seconds', 'gauge', 'How long the run took.', one((finished?.ms ?? 0) / 1000)),
    ...family('assay_exit_code', 'gauge', 'The exit code of the run.', one(finished?.exit_code ?? 2)),
    ...family(
      'assay_started_timestamp_seconds',
      'gauge',
      'When the run started.',
      one(run.startedAt === null ? 0 : Date.parse(run.startedAt) / 1000),
    ),
    '# EOF',
    '',
  ].join('\n')
}
