// The steps of a script: each call as it is sent, what is kept of its answer for later ones, and where the script ends before its verdict.
import { restsOn } from './astray.ts'
import type { Capture } from './captured-values.ts'
import { askedIds, type ScriptModel } from './script-model.ts'
import { controlBase, isAct, movesClock } from './company-acts.ts'
import { addressOf, curlCall, withVariables, type Variables } from './curl-call.ts'
import { quote } from './curl-credentials.ts'
import { isForged, linkOf, readLink } from './fresh-link.ts'
import { linkAddress } from './link-address.ts'
import { answeredText, changes, idsIn, placeOfId } from './needed-exchanges.ts'
import { cameLines, hearingCall, reachedLines } from './listener-lines.ts'
import { isCall, isHearing } from './hearing.ts'
import type { RecordedExchange } from './run-record.ts'
import { cameLine, sentence } from './judging-lines.ts'
import { counting } from './sized-download.ts'
import { plainly } from './texts.ts'
import { usingUp } from './used-up-rate.ts'

const valueProgram =
  'let text = ""; process.stdin.on("data", (part) => { text += part }).on("end", () => { let at; ' +
  'try { at = JSON.parse(text.slice(text.search(/\\r?\\n\\r?\\n/))) } catch {} ' +
  'for (const part of process.argv[1].split("/").slice(1)) at = at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")]; ' +
  'console.log(typeof at === "string" ? at : JSON.stringify(at)) })'

/** An id taken from the answer before. */
const idLine = (id: string, name: string, text: string): string => {
  const { prefix, nth } = placeOfId(id, text)
  return `${name}=$(printf '%s' "$ANSWER" | grep -o '${prefix}[A-Za-z0-9_-]*' | awk '!seen[$0]++' | sed -n ${nth + 1}p)`
}

const statusLine = `STATUS=$(printf '%s\\n' "$ANSWER" | sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p')`

export const actWords = ({ request }: RecordedExchange): string =>
  `${request.method} ${request.url.slice(controlBase.length)}`

const titleOf = (one: RecordedExchange, index: number): string => {
  const status = one.response ? `answered ${one.response.status}` : 'not answered'
  if (isHearing(one)) return `# ${index + 1}. what the webhook receiver of this script heard`
  return isAct(one)
    ? `# ${index + 1}. the company: ${plainly(actWords(one))}`
    : `# ${index + 1}. ${plainly(one.operation ?? 'request')}, ${status} in the run`
}

/** Texts of the record, each with the variable that has its like; what is taken is added. */
type Taken = Map<string, string>

/** Ids that the script asks for, taken from the answer into variables. */
const idLines = (one: RecordedExchange, index: number, asked: ReadonlySet<string>, variables: Taken): string[] =>
  idsIn(answeredText(one))
    .filter((id) => asked.has(id) && !variables.has(id))
    .flatMap((id, nth) => {
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

/** Values that are known by their place, taken from the answer into variables. */
const valueLines = (one: RecordedExchange, index: number, captures: readonly Capture[], variables: Taken): string[] =>
  captures.flatMap(({ text, from, pointer }) => {
    if (from.id !== one.id || pointer === null || variables.has(text)) return []
    const variable = `VALUE_${variables.size + 1}`
    variables.set(text, variable)
    return [
      `${variable}=$(printf '%s' "$ANSWER" | node -e ${quote(valueProgram)} -- ${withVariables(pointer, new Map())})`,
      `[ "$${variable}" != undefined ] || stop 2 "step ${index + 1}: its answer has nothing at ${sentence(pointer)}; the rest depends on it."`,
    ]
  })

type Steps = { lines: string[]; again: string[] }

/** What a server that keeps the contract refuses for what it says is refused: nothing of the bug is left. */
const refusedLine = `case "$STATUS" in 400 | 422) stop 0 "expected no success that breaks the rule, received a refusal: $STATUS" ;; esac`

export const stepsOf = (
  model: ScriptModel & { refused?: string | undefined },
  bases: Variables,
  variables: Taken,
): Steps => {
  const { finding, needed, judged, captures, isWaited, isTwice } = model
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
    const before = needed.slice(0, index)
    const link = linkOf(one, before)
    const name = link && links.get(link.read)
    const address =
      link && name
        ? linkAddress(link, name, variables, isForged(link, finding, before))
        : addressOf(one.request.url, bases, variables)
    const call = isHearing(one)
      ? hearingCall(one, variables)
      : curlCall(one, address, variables, finding.kind === 'accepted' && one === judged)
    const kept = [...idLines(one, index, asked, variables), ...valueLines(one, index, captures, variables)]
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
      ...kept,
      ...(isRead ? [readLink(links.get(one)!)] : []),
      ...(one === judged ? ['JUDGED=$ANSWER JUDGED_STATUS=$STATUS'] : []),
      // A token lives for an hour of the target's own time.
      ...(movesClock(one) && needed.slice(index + 1).some(needsToken) ? ['tokens'] : []),
    ]
  })
  return { lines, again }
}
