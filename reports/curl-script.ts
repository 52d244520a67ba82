// A shell script that shows a finding again: its requests, those that made what they name, and at its end what was expected and received.
import { addressOf, baseOf, curlCall, withVariables, word, type Variables } from './curl-call.ts'
import { maskedToken, maskedValue, quote, tokenLines, tokenName } from './curl-credentials.ts'
import { answerOf } from './finding-answer.ts'
import { linkOf, readLink } from './fresh-link.ts'
import { answeredText, changes, idsIn, neededFor, sentText, withPlainIds } from './needed-exchanges.ts'
import { withOrderEvents } from './order-events.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { judgeAnswer } from './script-judge.ts'
import { verdictOf, type Verdict } from './script-verdict.ts'
import { unscripted, type ActDone } from './unscripted.ts'
import { plainly, shortly } from './texts.ts'

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
  const bases = new Map([[baseOf(last.request.url), 'BASE']])
  for (const { request, environment } of needed) {
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

const linkAddress = (
  { later, edits }: NonNullable<ReturnType<typeof linkOf>>,
  name: string,
  variables: Variables,
  isForged: boolean,
): string => {
  const all = [
    ...edits.map((edit) => withVariables(edit, variables)),
    ...(later === 0
      ? []
      : [
          `"s/expires=[0-9]*/expires=$(($(printf %s "$${name}" | sed 's/.*expires=\\([0-9]*\\).*/\\1/') + ${later}))/"`,
        ]),
    ...(isForged ? [quote('s/\\(signature=\\)0/\\11/; t; s/\\(signature=\\)./\\10/')] : []),
  ]
  return all.length === 0 ? `"$${name}"` : `"$(printf %s "$${name}" | sed ${all.map((one) => `-e ${one}`).join(' ')})"`
}

const idLine = (id: string, name: string, before: number): string => {
  const prefix = id.slice(0, id.indexOf('_') + 1)
  return `${name}=$(printf '%s' "$ANSWER" | grep -o '${prefix}[A-Za-z0-9_-]*' | awk '!seen[$0]++' | sed -n ${before + 1}p)`
}

const statusLine = `STATUS=$(printf '%s\\n' "$ANSWER" | sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p')`

const stepsOf = (
  finding: Finding,
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
  bases: Variables,
  variables: Map<string, string>,
): string[] => {
  const asked = new Set(needed.flatMap((one) => idsIn(sentText(one))))
  const links = new Map<RecordedExchange, string>()
  return needed.flatMap((one, index) => {
    const link = linkOf(one, needed.slice(0, index))
    const name = link && links.get(link.read)
    // The signature is masked on both sides: where a success is the failure and nothing else differs, it was another.
    const isForged = link !== null && link.edits.length === 0 && link.later === 0 && finding.kind === 'accepted'
    const address =
      link && name ? linkAddress(link, name, variables, isForged) : addressOf(one.request.url, bases, variables)
    const call = curlCall(one, address, variables)
    const made = changes(one) ? idsIn(answeredText(one)).filter((id) => asked.has(id) && !variables.has(id)) : []
    const captured = made.map((id, nth) => {
      const variable = `ID_${variables.size + 1}`
      const prefix = id.slice(0, id.indexOf('_') + 1)
      const line = idLine(
        id,
        variable,
        idsIn(answeredText(one))
          .filter((other) => other.startsWith(prefix))
          .indexOf(id),
      )
      variables.set(id, variable)
      return nth === 0
        ? [
            line,
            `[ -n "$${variable}" ] || stop 2 "step ${index + 1}: expected ${one.response?.status}, received \${STATUS:-no answer}; the rest depends on it."`,
          ]
        : [line]
    })
    const isRead = needed.slice(index + 1).some((later) => linkOf(later, needed.slice(0, index + 1))?.read === one)
    if (isRead) links.set(one, `LINK_${links.size + 1}`)
    const status = one.response ? `answered ${one.response.status}` : 'not answered'
    return [
      '',
      `# ${index + 1}. ${plainly(one.operation ?? 'request')}, ${status} in the run`,
      // What was done a moment ago may not be in the feed yet.
      ...(one.operation === 'listEvents' && index > 0 ? ['sleep 2'] : []),
      `ANSWER=$(${call})`,
      `printf '%s\\n\\n' "$ANSWER"`,
      statusLine,
      ...captured.flat(),
      ...(isRead ? [readLink(links.get(one)!)] : []),
      ...(one === judged ? ['JUDGED=$ANSWER JUDGED_STATUS=$STATUS'] : []),
    ]
  })
}

const program = (): string =>
  `let text = ""; process.stdin.on("data", (part) => { text += part }).on("end", () => { const [expected, at, form, ...values] = process.argv.slice(1); ` +
  `const { passed, received } = (${Function.prototype.toString.call(judgeAnswer)})(text, { at, form, values }); ` +
  `console.log("expected " + expected + ", received " + received.slice(0, 160)); process.exit(passed === null ? 2 : passed ? 0 : 1) })`

const sentence = (text: string): string => plainly(text).replaceAll(/[\\"$`]/g, '\\$&')

const severalAnswers = 'what several answers show together is compared by assay alone'

const verdictLines = (finding: Finding, verdict: Verdict | null, why: string, variables: Variables): string[] => {
  if (verdict === null)
    return [
      `stop 2 "not judged: ${sentence(why)}; expected ${sentence(shortly(finding.expected))}, received ${sentence(shortly(finding.received))} in the run."`,
    ]
  const answered = `[ -n "$JUDGED_STATUS" ] || stop 2 "not judged: the last request got no answer."`
  if (verdict.by === 'status') {
    const line = `echo "expected ${sentence(verdict.expected)}, received $JUDGED_STATUS"`
    const [first, other] = verdict.passes === '*' ? [verdict.fails, 0] : [verdict.passes, 1]
    return [answered, line, `case "$JUDGED_STATUS" in ${first}) exit ${1 - other} ;; *) exit ${other} ;; esac`]
  }
  const { at, form, values } = verdict.asked
  const given = [verdict.expected, at, form, ...values].map((one) => withVariables(one, variables))
  return [answered, `printf '%s' "$JUDGED" | node -e ${quote(program())} -- ${given.join(' ')}`, 'exit $?']
}

const sentIn =
  (needed: readonly RecordedExchange[]) =>
  (text: string): boolean =>
    needed.some((one) => sentText(one).includes(JSON.stringify(text).slice(1, -1)))

/** The answer that the finding is about, or another of those that show it, where one alone does. */
const judgeable = (finding: Finding, needed: readonly RecordedExchange[]): RecordedExchange[] => {
  const own = needed.filter(({ id }) => finding.requests.includes(id)).toReversed()
  const about = own.filter(({ id }) => id === answerOf(finding))
  const candidates = [...about, ...own.filter((one) => !about.includes(one)), ...needed.slice(-1)]
  const showing = candidates.filter(
    (one) => verdictOf(finding, one, { known: () => false, isSent: sentIn(needed) }) !== null,
  )
  return [...showing, ...candidates]
}

/**
 * Needs `ASSAY_CLIENT_ID` and `ASSAY_CLIENT_SECRET` in its environment where it sends the main credential, `ASSAY_OTHER_LENDER_CLIENT_ID` and so on
 * for another; `ASSAY_BASE_URL` points it at another address. It exits with 1 while the bug is there, 0 once it is not, 2 where it could not judge,
 * 3 where something is missing. Empty when the finding names no request, such as one about a delivery.
 */
export const curlScript = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  acts: readonly ActDone[] = [],
): string => {
  const plain = exchanges.map(withPlainIds)
  const needed = withOrderEvents(finding, neededFor(finding, plain))
  const [judged] = judgeable(finding, needed)
  if (!judged) return ''
  const bases = basesOf(judged, needed)
  const variables = new Map<string, string>(runMarkIn(needed))
  const steps = stepsOf(finding, judged, needed, bases, variables)
  const why = unscripted(finding, judged, needed, plain, acts)
  const surroundings = { known: (id: string) => variables.has(id), isSent: sentIn(needed) }
  const verdict = why === null ? verdictOf(finding, judged, surroundings) : null
  const end = verdictLines(finding, verdict, why ?? severalAnswers, variables)
  const tokens = needed.flatMap(({ role, request }) =>
    role !== null && uses(steps.join('\n'), tokenName(role)) ? [[role, baseOf(request.url)] as const] : [],
  )
  const granted = [...new Map(tokens).entries()].flatMap(([role, base]) =>
    tokenLines(role, `"$${bases.get(base) ?? 'BASE'}"`),
  )
  const all = [...granted, ...steps].join('\n')
  const given = usedIn(all)
  const isNodeUsed = verdict?.by === 'answer'
  return [
    '#!/bin/sh',
    `# Shows again how ${plainly(finding.rule)} fails (found by ${plainly(finding.check)}).`,
    '# Exit code: 1 while it fails, 0 once it does not, 2 not judged, 3 something is missing.',
    `# Needs ${given.join(' and ') || 'nothing'} in the environment.`,
    `stop() { echo "$2" >&2; exit "$1"; }`,
    ...given.map(
      (name) =>
        `[ -n "\${${name}:-}" ] || stop 3 "missing_variable: ${name} must be set in the environment, but is not; ${meaning(name)}."`,
    ),
    ...(isNodeUsed
      ? [
          `command -v node > /dev/null || stop 3 "missing_program: node must be there, as it compares the answer, but is not; install Node."`,
        ]
      : []),
    ...[...bases].map(([base, name]) => `${name}=\${ASSAY_${name}_URL:-${word(base)}}`),
    'RUN=$(date +%s)',
    ...granted,
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
