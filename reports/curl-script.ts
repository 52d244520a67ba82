// A shell script that shows a finding again: its requests, those that made what they name, and at its end what was expected and received.
import { restsOn } from './astray.ts'
import { scriptModel, type ScriptGround } from './script-model.ts'
import { isAct, movesClock } from './company-acts.ts'
import { baseOf, word } from './curl-call.ts'
import { besideExec, maskedToken, maskedValue, tokenLines, tokenName, usedBefore } from './curl-credentials.ts'
import { sentText } from './needed-exchanges.ts'
import { listenerLines } from './listener-lines.ts'
import { hooksIn } from './hooks.ts'
import { isCall, isHearing, refusalsIn } from './hearing.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { sentence, verdictLines } from './judging-lines.ts'
import { secretsOfScript } from './script-secrets.ts'
import { plainly } from './texts.ts'
import { actWords, stepsOf } from './script-steps.ts'

/** What marks all that the run made: another run of the script makes others. */
const runMarkIn = (needed: readonly RecordedExchange[]): [string, string][] => {
  const [, mark] = /\bassay-([0-9a-f]{8})-/.exec(needed.map(sentText).join('\n')) ?? []
  return mark === undefined ? [] : [[mark, 'RUN']]
}

/** The variables of the environment that a text has. */
const usedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$(ASSAY_[A-Z0-9_]*)/g)].map(([, name]) => name!)),
]

const uses = (text: string, name: string): boolean => text.includes(`$${name}"`)

/** Each base address with its variable: the first is that of the answer that the finding is about. */
const basesOf = (last: RecordedExchange, needed: readonly RecordedExchange[]): Map<string, string> => {
  // What `ASSAY_BASE_URL` names is where the main credential is used.
  const isElsewhere = needed.some((one) => isCall(one) && one.environment !== last.environment)
  const isProduction = last.role === 'production' || (last.environment === 'production' && isElsewhere)
  const bases = new Map([[baseOf(last.request.url), isProduction ? 'PRODUCTION_BASE' : 'BASE']])
  for (const one of needed) {
    const { request, environment } = one
    if (!isCall(one)) continue
    const base = baseOf(request.url)
    if (
      request.url.startsWith(`${base}/`) &&
      !bases.has(base) &&
      ![...bases.values()].includes(`${environment.toUpperCase()}_BASE`)
    )
      bases.set(base, `${environment.toUpperCase().replaceAll(/\W/g, '_')}_BASE`)
  }
  return bases
}

/** A terminal, or the log of a CI job, is no place for what gives access. */
const showDefinition = String.raw`show() { printf '%s\n\n' "$ANSWER" | LC_ALL=C sed -e 's/\("[a-z_]*token" *: *"\)[^"]*/\1***/g' -e 's/\("[a-z_]*secret" *: *"\)[^"]*/\1***/g' -e 's/\(signature=\)[^&"\\[:space:]]*/\1***/g'; }`

const cameDefinition = `came() { case "$STATUS" in "$2"??) ;; *) : "\${ASTRAY:=step $1 answered $2xx in the run, and \${STATUS:-nothing} now}" ;; esac; }`

/**
 * Needs `ASSAY_CLIENT_ID` and `ASSAY_CLIENT_SECRET` in its environment where it sends the main credential, `ASSAY_OTHER_LENDER_CLIENT_ID` and so on
 * for another, and `ASSAY_CONTROL_URL` where the company acts; `ASSAY_BASE_URL` points it at another address. It exits with 1 while the bug is there,
 * 0 once it is not, 2 where it could not judge, as `why` says, 3 where something is missing. Empty when the finding names no request, such as one about a delivery.
 */
export const curlScript = (
  found: Finding,
  ground: ScriptGround,
  {
    kept,
    why,
    refused,
    isUntried,
  }: {
    kept?: ReadonlySet<string>
    why?: string
    refused?: string | undefined
    isUntried?: boolean | undefined
  } = {},
): string => {
  const whole = scriptModel(found, ground, kept)
  if (whole === null) return ''
  const model = why === undefined ? whole : { ...whole, verdict: null, why }
  const { finding, needed, judged, captures, verdict } = model
  const hears = needed.some(isHearing)
  const bases = basesOf(needed.findLast(isCall) ?? judged, needed)
  const variables = new Map<string, string>([
    ...(hears ? hooksIn(needed).map((url): [string, string] => [url, 'HOOK']) : []),
    ...runMarkIn(needed),
  ])
  const { lines: steps, again } = stepsOf({ ...model, refused }, bases, variables)
  const end = verdictLines({ ...model, isUntried }, again, variables)
  // Of what is called at several addresses, and heard, the last call says where its token comes from.
  const tokensOf = needed
    .toSorted((one, other) => Number(isCall(one)) - Number(isCall(other)))
    .flatMap(({ role, request }) =>
      role !== null && uses(steps.join('\n'), tokenName(role)) ? [[role, baseOf(request.url)] as const] : [],
    )
  const granted = [...new Map(tokensOf).entries()].flatMap(([role, base]) =>
    tokenLines(role, `"$${bases.get(base) ?? 'BASE'}"`),
  )
  const warm = judged.operation === 'requestToken' ? usedBefore(steps.join('\n'), '"$BASE"') : []
  const act = needed.find(isAct)
  const tokens = needed.some(movesClock)
    ? ['tokens() {', ...(granted.length === 0 ? ['  :'] : granted.map((line) => `  ${line}`)), '}', 'tokens']
    : granted
  const given = usedIn([...granted, ...warm, ...steps].join('\n')).filter((name) => !name.startsWith('ASSAY_CONTROL_'))
  const isNodeUsed = hears || verdict?.by === 'answer' || captures.some(({ pointer }) => pointer !== null)
  return [
    '#!/bin/sh',
    `# Shows again how ${plainly(finding.rule)} fails (found by ${plainly(finding.check)}).`,
    '# Exit code: 1 while it fails, 0 once it does not, 2 not judged, 3 something is missing.',
    `# Needs ${[...given, ...(act ? ['ASSAY_CONTROL_URL'] : [])].join(' and ') || 'nothing'} in the environment${hears ? ', and ASSAY_WEBHOOK_URL for a target on another machine' : ''}.`,
    `stop() { echo "$2" >&2; exit "$1"; }`,
    'command -v curl > /dev/null || stop 3 "missing_program: curl must be there, as it sends the requests, but is not; install curl."',
    '# A request that gets no answer ends, too.',
    'curl() { command curl --max-time 60 "$@"; }',
    showDefinition,
    ...[...given, ...[...bases.values()].map((name) => `ASSAY_${name}_URL`)].flatMap(besideExec),
    ...given.map(
      (name) =>
        `[ -n "\${${name}:-}" ] || stop 3 "missing_variable: ${name} must be set in the environment, but is not; ${meaning(name)}."`,
    ),
    ...(act
      ? [
          `[ -n "\${ASSAY_CONTROL_URL:-}" ] || stop 2 "not judged: the company acted in between (${sentence(actWords(act))}), which a lender cannot; give the address of a control port as ASSAY_CONTROL_URL."`,
        ]
      : []),
    ...(isNodeUsed
      ? [
          `command -v node > /dev/null || stop 3 "missing_program: node must be there, as it compares the answer, but is not; install Node."`,
        ]
      : []),
    ...[...bases].map(([base, name]) => `${name}=\${ASSAY_${name}_URL:-${word(base)}}`),
    'RUN=$(date +%s)',
    ...(hears ? listenerLines(secretsOfScript, [...bases.values()][0]!, refusalsIn(needed)) : []),
    ...(restsOn(model).size === 0 ? [] : ['ASTRAY=', cameDefinition]),
    ...tokens,
    ...warm,
    ...steps,
    '',
    ...end,
    '',
  ].join('\n')
}

const meaning = (name: string): string => {
  if (name === maskedToken) return 'give the token that was sent, which no report holds'
  if (name === maskedValue) return 'give what ••• stands for in the report, which no report holds'
  if (name === 'ASSAY_FILE') return 'give the file that was sent, which the report does not hold'
  return name.endsWith('SECRET') ? 'give the client secret' : 'give the client id'
}
