// A shell script that shows a finding again: its requests, those that made what they name, and at its end what was expected and received.
import { restsOn } from './astray.ts'
import { askedIds, scriptModel, type ScriptGround, type ScriptModel } from './script-model.ts'
import { controlBase, isAct, movesClock } from './company-acts.ts'
import { addressOf, baseOf, curlCall, withVariables, word, type Variables } from './curl-call.ts'
import { besideExec, maskedToken, maskedValue, quote, tokenLines, tokenName, usedBefore } from './curl-credentials.ts'
import { isForged, linkOf, readLink } from './fresh-link.ts'
import { linkAddress } from './link-address.ts'
import { answeredText, changes, idsIn, placeOfId, sentText } from './needed-exchanges.ts'
import { cameLines, hearingCall, listenerLines, reachedLines } from './listener-lines.ts'
import { hooksIn } from './hooks.ts'
import { isCall, isHearing, refusalsIn } from './hearing.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { cameLine, sentence, verdictLines } from './judging-lines.ts'
import { secretsOfScript } from './script-secrets.ts'
import { counting } from './sized-download.ts'
import { plainly } from './texts.ts'
import { usingUp } from './used-up-rate.ts'

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

/** An id taken from the answer before. */
const idLine = (id: string, name: string, text: string): string => {
  const { prefix, nth } = placeOfId(id, text)
  return `${name}=$(printf '%s' "$ANSWER" | grep -o '${prefix}[A-Za-z0-9_-]*' | awk '!seen[$0]++' | sed -n ${nth + 1}p)`
}

const statusLine = `STATUS=$(printf '%s\\n' "$ANSWER" | sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p')`

/** A terminal, or the log of a CI job, is no place for what gives access. */
const showDefinition = String.raw`show() { printf '%s\n\n' "$ANSWER" | LC_ALL=C sed -e 's/\("[a-z_]*token" *: *"\)[^"]*/\1***/g' -e 's/\("[a-z_]*secret" *: *"\)[^"]*/\1***/g' -e 's/\(signature=\)[^&"\\[:space:]]*/\1***/g'; }`

const cameDefinition = `came() { case "$STATUS" in "$2"??) ;; *) : "\${ASTRAY:=step $1 answered $2xx in the run, and \${STATUS:-nothing} now}" ;; esac; }`

const actWords = ({ request }: RecordedExchange): string => `${request.method} ${request.url.slice(controlBase.length)}`

const titleOf = (one: RecordedExchange, index: number): string => {
  const status = one.response ? `answered ${one.response.status}` : 'not answered'
  if (isHearing(one)) return `# ${index + 1}. what the webhook receiver of this script heard`
  return isAct(one)
    ? `# ${index + 1}. the company: ${plainly(actWords(one))}`
    : `# ${index + 1}. ${plainly(one.operation ?? 'request')}, ${status} in the run`
}

type Steps = { lines: string[]; again: string[] }

/** What a server that keeps the contract refuses for what it says is refused: nothing of the bug is left. */
const refusedLine = `case "$STATUS" in 400 | 422) stop 0 "expected no success that breaks the rule, received a refusal: $STATUS" ;; esac`

const stepsOf = (
  finding: Finding,
  model: ScriptModel & { refused?: string | undefined },
  bases: Variables,
  variables: Map<string, string>,
): Steps => {
  const { needed, judged, captures, isWaited, isTwice } = model
  const asked = askedIds(finding, needed)
  const links = new Map<RecordedExchange, string>()
  const binding = restsOn(model)
  const isApart = model.verdict?.by === 'answer' && model.verdict.asked.form === 'distinct'
  const isLater = model.verdict?.by === 'answer' && model.verdict.asked.form === 'after'
  const change = needed.slice(0, needed.indexOf(judged) + 1).findLast((one) => changes(one) && !movesClock(one))
  const firstHeard = needed.find(isHearing)
  const needsToken = (later: RecordedExchange): boolean => isCall(later) || later === firstHeard
  let again: string[] = []
  const lines = needed.flatMap((one, index) => {
    const link = linkOf(one, needed.slice(0, index))
    const name = link && links.get(link.read)
    const address =
      link && name
        ? linkAddress(link, name, variables, isForged(link, finding, needed.slice(0, index)))
        : addressOf(one.request.url, bases, variables)
    const call = isHearing(one)
      ? hearingCall(one, variables)
      : curlCall(one, address, variables, finding.kind === 'accepted' && one === judged)
    const made = idsIn(answeredText(one)).filter((id) => asked.has(id) && !variables.has(id))
    const captured = made.map((id, nth) => {
      const variable = `ID_${variables.size + 1}`
      const line = idLine(id, variable, answeredText(one))
      variables.set(id, variable)
      return nth === 0
        ? [
            line,
            `[ -n "$${variable}" ] || stop 2 "step ${index + 1}: expected ${one.response?.status}, received \${STATUS:-no answer}; the rest depends on it."`,
          ]
        : [line]
    })
    const kept = captures.flatMap(({ text, from, pointer }) => {
      if (from.id !== one.id || pointer === null || variables.has(text)) return []
      const variable = `VALUE_${variables.size + 1}`
      variables.set(text, variable)
      return [
        `${variable}=$(printf '%s' "$ANSWER" | node -e ${quote(valueProgram)} -- ${withVariables(pointer, new Map())})`,
        `[ "$${variable}" != undefined ] || stop 2 "step ${index + 1}: its answer has nothing at ${sentence(pointer)}; the rest depends on it."`,
      ]
    })
    const isRead = needed.slice(index + 1).some((later) => linkOf(later, needed.slice(0, index + 1))?.read === one)
    if (isRead) links.set(one, `LINK_${links.size + 1}`)
    const sent = [`ANSWER=$(${model.isSized && one === judged ? counting(call) : call})`, 'show', statusLine]
    if ((isWaited || isTwice) && one === judged) again = sent
    return [
      '',
      titleOf(one, index),
      // What was done a moment ago may not be in the feed yet.
      ...(one.operation === 'listEvents' && index > 0 ? ['sleep 2'] : []),
      ...(isApart && movesClock(one) ? ['sleep 2'] : []),
      // An instant after another may be a whole second after it.
      ...(isLater && one === change ? ['sleep 2'] : []),
      ...(one === judged && model.isBurst ? ['# The rate is used up first.', usingUp(call, address)] : []),
      ...sent,
      ...(one === firstHeard ? reachedLines(one, [...bases.values()][0]!, variables) : []),
      ...(isHearing(one) && one !== judged ? cameLines(one, variables) : []),
      ...(one.id === model.refused ? [refusedLine] : []),
      ...(one !== judged && !isHearing(one) && binding.has(one) ? [cameLine(one, index)] : []),
      ...(isAct(one)
        ? [`[ "\${STATUS:-500}" -lt 300 ] || stop 2 "not judged: the control port refused ${sentence(actWords(one))}."`]
        : []),
      ...captured.flat(),
      ...kept,
      ...(isRead ? [readLink(links.get(one)!)] : []),
      ...(one === judged ? ['JUDGED=$ANSWER JUDGED_STATUS=$STATUS'] : []),
      // A token lives for an hour of the target's own time.
      ...(movesClock(one) && needed.slice(index + 1).some(needsToken) ? ['tokens'] : []),
    ]
  })
  return { lines, again }
}

const valueProgram =
  'let text = ""; process.stdin.on("data", (part) => { text += part }).on("end", () => { let at; ' +
  'try { at = JSON.parse(text.slice(text.search(/\\r?\\n\\r?\\n/))) } catch {} ' +
  'for (const part of process.argv[1].split("/").slice(1)) at = at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")]; ' +
  'console.log(typeof at === "string" ? at : JSON.stringify(at)) })'

/**
 * Needs `ASSAY_CLIENT_ID` and `ASSAY_CLIENT_SECRET` in its environment where it sends the main credential, `ASSAY_OTHER_LENDER_CLIENT_ID` and so on
 * for another, and `ASSAY_CONTROL_URL` where the company acts; `ASSAY_BASE_URL` points it at another address. It exits with 1 while the bug is there,
 * 0 once it is not, 2 where it could not judge, as `why` says, 3 where something is missing. Empty when the finding names no request, such as one about a delivery.
 */
export const curlScript = (
  found: Finding,
  ground: ScriptGround,
  { kept, why, refused }: { kept?: ReadonlySet<string>; why?: string; refused?: string | undefined } = {},
): string => {
  const whole = scriptModel(found, ground, kept)
  if (whole === null) return ''
  const model = why === undefined ? whole : { ...whole, verdict: null, why }
  const { finding } = model
  const { needed, judged, captures, verdict } = model
  const hears = needed.some(isHearing)
  const bases = basesOf(needed.findLast(isCall) ?? judged, needed)
  const variables = new Map<string, string>([
    ...(hears ? hooksIn(needed).map((url): [string, string] => [url, 'HOOK']) : []),
    ...runMarkIn(needed),
  ])
  const { lines: steps, again } = stepsOf(finding, { ...model, refused }, bases, variables)
  const end = verdictLines(model, again, variables)
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
