// The end of a script: it compares the answer that it is about, waits for it where the run waited, and ends with 0, 1 or 2.
import { classOf, isFailureAnyway, restsOn, silentOf } from './astray.ts'
import { withVariables, type Variables } from './curl-call.ts'
import { quote } from './curl-credentials.ts'
import type { RecordedExchange } from './run-record.ts'
import { judgeAnswer } from './script-judge.ts'
import type { ScriptModel } from './script-model.ts'
import type { Verdict } from './script-verdict.ts'
import { statusCase } from './status-verdict.ts'
import { plainly, shortly } from './texts.ts'

export const cameLine = ({ response }: RecordedExchange, index: number): string =>
  `came ${index + 1} ${classOf(response!.status)}`

const signatureOfLink = /(signature=)[^&"\\\s]*/g

const program = (): string =>
  `let text = ""; process.stdin.on("data", (part) => { text += part }).on("end", () => { const [expected, at, form, ...values] = process.argv.slice(1); ` +
  `const { passed, received } = (${Function.prototype.toString.call(judgeAnswer)})(text, { at, form, values }); ` +
  `const shown = received !== "absent" && /\\/(?:access_token|[a-z_]*secret)$/.test(at) ? "a secret" : received.replace(${signatureOfLink.toString()}, "$1***"); ` +
  `console.log("expected " + expected + ", received " + shown.slice(0, 160)); process.exit(passed === null ? 2 : passed ? 0 : 1) })`

export const sentence = (text: string): string => plainly(text).replaceAll(/[\\"$`]/g, '\\$&')

const answered = `[ -n "$JUDGED_STATUS" ] || stop 2 "not judged: the last request got no answer."`

/** How often, and how long after one another, the judged call is sent until its answer is as expected. */
const tries = 6

/** Commands whose last one ends with 0, 1 or 2. */
const judgement = (verdict: Verdict, variables: Variables): string[] => {
  if (verdict.by === 'status') {
    const line = `echo "expected ${sentence(verdict.expected)}, received $JUDGED_STATUS"`
    return [answered, line, statusCase(verdict)]
  }
  const { at, form, values } = verdict.asked
  const given = [verdict.expected, at, form, ...values].map((one) => withVariables(one, variables))
  return [answered, `printf '%s' "$JUDGED" | node -e ${quote(program())} -- ${given.join(' ')}`]
}

type Judging = ScriptModel & { isUntried?: boolean | undefined }

const untriedLine =
  '[ "$CODE" -ne 0 ] || stop 2 "not judged: what these requests show is as expected, but the run never saw the bug by them alone, so it may be there still."'

/** What fails or passes where the script went another way than the run shows nothing. */
const endLines = (model: Judging): string[] => {
  const binding = restsOn(model)
  const untried = model.isUntried ? [untriedLine] : []
  if (binding.size === 0) return [...untried, 'exit "$CODE"']
  return [
    ...(binding.has(model.judged)
      ? [
          'STATUS=$JUDGED_STATUS',
          `case "$CODE$STATUS" in ${['[12]*', ...silentOf(model).map((one) => `0${one}`)].join(' | ')}) ${cameLine(model.judged, model.needed.indexOf(model.judged))} ;; esac`,
        ]
      : []),
    `[ "$CODE" ${isFailureAnyway(model) ? '-ne 0' : '-eq 2'} ] || [ -z "$ASTRAY" ] || stop 2 "not judged: $ASTRAY."`,
    ...untried,
    'exit "$CODE"',
  ]
}

export const verdictLines = (model: Judging, again: string[], variables: Variables): string[] => {
  const { finding, verdict, why } = model
  if (verdict === null)
    return [
      `stop 2 "not judged: ${sentence(why)}; expected ${sentence(shortly(finding.expected))}, received ${sentence(shortly(finding.received))} in the run."`,
    ]
  const judge = ['judge() {', ...judgement(verdict, variables).map((line) => `  ${line}`), '}']
  const next = [...again, 'JUDGED=$ANSWER JUDGED_STATUS=$STATUS']
  if (again.length === 0) return [...judge, 'judge', 'CODE=$?', ...endLines(model)]
  if (model.isTwice)
    return [
      ...judge,
      'judge',
      'CODE=$?',
      '# Another answer may come from what this one left behind.',
      'if [ "$CODE" -eq 0 ]; then',
      ...[...next, 'judge', 'CODE=$?'].map((line) => `  ${line}`),
      'fi',
      ...endLines(model),
    ]
  return [
    ...judge,
    '# The run waited for this answer, too.',
    `for TRY in ${Array.from({ length: tries }, (_, index) => index + 1).join(' ')}; do`,
    '  judge',
    '  CODE=$?',
    `  if [ "$CODE" -ne 1 ] || [ "$TRY" -eq ${tries} ]; then break; fi`,
    '  sleep 1',
    ...next.map((line) => `  ${line}`),
    'done',
    ...endLines(model),
  ]
}
