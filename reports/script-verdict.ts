// How the end of a script tells whether the bug is still there: by the status, a header or a value of the answer that a finding is about.
import { isOfObject } from './captured-values.ts'
import { baseOf } from './curl-call.ts'
import { decoded } from './decoded.ts'
import { placeOfFinding } from './differences.ts'
import { readExpected } from './read-expected.ts'
import { namesStatus, entryOf, fieldOfEntries, jsonIn, placeIn, wrongName } from './received-place.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { judgeAnswer, type Asked } from './script-judge.ts'
import { byStatus, namesStatuses, type StatusVerdict } from './status-verdict.ts'
import { shortly, textOf } from './texts.ts'
import { workedOut } from './worked-out.ts'

type Verdict = StatusVerdict | { by: 'answer'; expected: string; asked: Asked }

/** An answer as `curl -i` prints it. */
const asPrinted = ({ response }: RecordedExchange): string =>
  [`HTTP/1.1 ${response!.status}`, ...response!.headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n') +
  `\r\n\r\n${response!.body?.text ?? ''}`

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A class of letters costs a millisecond and 25 KB to be read. */
const mostClasses = 100

/** A pattern of the texts that look alike: digits, letters and what is mixed of both stand for others of their kind. Late words stand for themselves. */
const likeness = (text: string): string => {
  let words = 0
  return escaped(text).replaceAll(/[\p{L}\p{N}•]+/gu, (run) => {
    words += 1
    if (words > mostClasses || (/^\p{L}+$/u.test(run) && run.length < 4)) return run
    return /^\p{N}+$/u.test(run) ? `\\p{N}{${run.length}}` : '[\\p{L}\\p{N}]+'
  })
}

/** Of a text that a record has in outline. Of one with many words the beginning is compared. */
const outline = (text: string): string => {
  const late = [...text.matchAll(/•+/g)][mostClasses]
  const head = late ? text.slice(0, late.index) : text
  const classes = ({ length }: string): string => `[\\p{L}\\p{N}]${length > 1 ? `{${length}}` : ''}`
  return `^${escaped(head).replaceAll(/•+/g, classes)}${late ? '[^]*' : ''}$`
}

const entryWithId = (body: unknown, parts: readonly string[], known: (id: string) => boolean): string[] => {
  let at = body
  return parts.map((part) => {
    const entry = (at as Record<string, unknown> | null | undefined)?.[part]
    const { id } = (entry ?? {}) as { id?: unknown }
    const isEntry = Array.isArray(at)
    at = entry
    return isEntry && typeof id === 'string' && known(id) ? `id=${id}` : part
  })
}

export type Surroundings = {
  /** Whether the script is one that was, or is being, tried on the target. */
  isTried?: boolean
  /** Whether an id is one that the script makes. */
  known: (id: string) => boolean
  /** Where earlier answers have what is expected. */
  places?: readonly string[]
  /** Whether a text is in one of the requests. */
  isSent: (text: string) => boolean
}

const ofOneRun =
  /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?|\b(?:ord|doc|msg|rr|evt)_[A-Za-z0-9_-]+|\bassay-[0-9a-f]{8}-[\w-]+/g

/** An instant or an id that another run of the script does not come to again: it was not sent, and nothing of the script makes it. */
const isOfOneRun = (expected: unknown, { known, isSent }: Surroundings): boolean =>
  !['near now', 'starts with'].includes(readExpected(expected).form) &&
  (shortly(expected, 2_000).match(ofOneRun) ?? []).some(
    // A cursor is sent, and what comes behind it another run does not know.
    (one) => !known(one) && !(isSent(one) && (!one.startsWith('evt_') || readExpected(expected).form === 'excludes')),
  )

const concrete = new Set(['equal', 'one of', 'not', 'only', 'includes', 'excludes'])

/** A value of such a field that no later run comes to again. */
const isOfOneObject = ({ at, form, values }: Asked, { known, isSent }: Surroundings): boolean =>
  isOfObject(at) &&
  concrete.has(form) &&
  values.some((value) => {
    const text = value.replaceAll(/^"|"$/g, '')
    const isKnown = form === 'equal' && known(text)
    return /\d/.test(text) && !isKnown && !isSent(text)
  })

/** An instant in the form of the contract, an id, or the like: what any server would give here. */
const isMade = (value: unknown, at: string | null): boolean =>
  typeof value === 'string' && ((isOfObject(at) && /\d/.test(value)) || isInstantOrId.test(value))

const isInstantOrId = /^(?:\d{4}-\d\d-\d\dT[\d:]{8}(?:\.\d+)?Z|(?:ord|doc|msg|rr|evt)_[A-Za-z0-9_-]+)$/

/** How much of a window is left, and when it ends, is another number in each run. */
const isCounter = (pointer: string, expected: unknown): boolean =>
  /^header:(?:x-ratelimit-(?:remaining|reset)|retry-after)$/i.test(pointer) &&
  /\d/.test(textOf(expected)) &&
  !/^(?:matches|Unix seconds) /.test(textOf(expected))

/** What is expected, in the form in which an answer of another target can be held to it. */
const formOf = (expected: unknown, { request, role }: RecordedExchange): Pick<Asked, 'form' | 'values'> => {
  const base = `${baseOf(request.url)}/`
  if (typeof expected === 'string' && expected.includes('•'))
    return { form: 'matches', values: [outline(expected), 'u'] }
  // Where it leads is compared without a query.
  if (typeof expected === 'string' && expected.startsWith(base) && !/[?#]/.test(expected))
    return { form: 'leads to', values: [expected.slice(base.length - 1)] }
  const { form, values } = readExpected(expected)
  // Callers without a credential may have another window.
  return { form, values: form === 'seconds of now' ? [role === null ? '180' : '60'] : values }
}

/** The first form of the expectation by which the recorded answer fails: a script must tell it from one that passes. */
const byAnswer = (
  finding: Finding,
  answer: RecordedExchange,
  { known, isSent, isTried = false }: Surroundings,
): Verdict | null => {
  const { pointer, expected, received } = placeOfFinding(finding)
  if (answer.response === null) return null
  // Where two whole answers differ, the place is known although the finding names none.
  if (pointer === null || (finding.pointer === null && !isTried) || isCounter(pointer, expected)) return null
  // An id of another object, which the script may not make.
  const isGiven = (text: string): boolean => known(text) || (isSent(text) && !/^[a-z]+_/.test(text))
  if (
    isMade(received, pointer) &&
    typeof expected === 'string' &&
    isMade(expected, readExpected(expected).form === 'equal' ? pointer : null) &&
    !(isTried && isGiven(expected))
  )
    return null
  const text = asPrinted(answer)
  const { form, values } = formOf(expected, answer)
  const shown = shortly(expected)
  const isHeader = pointer.startsWith('header:')
  const body = jsonIn(answer)
  const name = isHeader ? null : wrongName(body, pointer, received)
  if (name) return { by: 'answer', asked: name, expected: `no field ${textOf(received)}` }
  const list = isHeader || !isTried ? null : fieldOfEntries(body, finding.pointer ?? pointer, finding.received)
  if (list !== null) {
    const wanted = readExpected(finding.kind === 'wrong_order' ? expected : finding.expected)
    const isInAnyOrder = finding.kind !== 'wrong_order' && wanted.form === 'equal'
    const asked = {
      at: list,
      ...(isInAnyOrder ? { form: 'with fields', values: [textOf(finding.expected)] } : wanted),
    }
    return judgeAnswer(text, asked).passed ? null : { by: 'answer', asked, expected: shortly(finding.expected) }
  }
  const place = isHeader ? pointer : placeIn(body, entryOf(body, pointer, received, known), received)
  if (place === null) return null
  const parts = isHeader ? [] : entryWithId(body, place.split('/').slice(1), known)
  const at = isHeader ? pointer : ['', ...parts].join('/')
  // What holds of an entry of a list holds of each; what one entry is to have or to include, another may not.
  const isAsked = typeof expected === 'string' && decoded(answer.request.url).includes(`=${expected}`)
  const everywhere =
    form === 'equal'
      ? isTried && isAsked
        ? at.replace(/^\/data\/\d+(?=\/)/, '/data/*')
        : at
      : form === 'includes'
        ? at.replace(/^\/data\/\d+(?=\/|$)/, '/data/*')
        : at.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  const alike = typeof received === 'string' ? likeness(received) : null
  // A sentence is no value that could come; a text with spaces that was sent, or that came, is one.
  const isSentence = form === 'equal' && typeof expected === 'string' && expected.includes(' ') && !isSent(expected)
  // Other events of the type have other dates and amounts.
  const isAmong = isTried && form === 'equal' && /^\/data\/type=[^@/]+\//.test(at) && /\d/.test(textOf(expected))
  const isLasting =
    typeof received === 'object' && received !== null
      ? isTried && textOf(received).match(ofOneRun) === null
      : !isMade(received, at)
  const [, mark] = isTried && isSentence ? (/^[^:]+: (assay-[0-9a-f]{8}-\d+)$/.exec(expected) ?? []) : []
  const asked: Asked[] = [
    // Whatever else the sentence says, the text that was sent is to be there.
    ...(mark === undefined ? [] : [{ at, form: 'mentions', values: [mark] }]),
    ...(isSentence ? [] : [isAmong ? { at, form: 'one of them', values } : { at: everywhere, form, values }]),
    // An object, an instant and an id differ in every run: that they are others tells nothing.
    ...(!isLasting
      ? []
      : alike === null
        ? [{ at, form: 'not', values: [JSON.stringify(received) ?? 'absent'] }]
        : [{ at: everywhere, form: 'no longer', values: [`^${alike}$`] }]),
  ]
  // What is expected may look like what was received: then the likeness tells nothing.
  const expectedOne = `HTTP/1.1 200\r\n\r\n${JSON.stringify([expected])}`
  const tells = (one: Asked): boolean =>
    one.form !== 'no longer' || judgeAnswer(expectedOne, { ...one, at: '/0' }).passed === true
  const found = asked.find((one) => tells(one) && judgeAnswer(text, one).passed === false)
  return found ? { by: 'answer', asked: found, expected: shown } : null
}

/** When something was sent to a receiver, and what that answered: a script has none. */
const isOfReceiver = (verdict: Verdict | null): boolean =>
  verdict?.by === 'answer' && /\/delivery\/(?:attempts|(?:last|next)_\w+)$/.test(verdict.asked.at)

/** Null where one answer alone does not show it. */
export const verdictOf = (finding: Finding, answer: RecordedExchange, surroundings: Surroundings): Verdict | null => {
  const verdict = verdictIn(finding, answer, surroundings)
  if (verdict?.by === 'answer' && isOfOneObject(verdict.asked, surroundings)) return null
  return isOfReceiver(verdict) && !surroundings.isTried ? null : verdict
}

/** A code that came with a status of another code: any code of that status is right there. */
const byPair = (finding: Finding, answer: RecordedExchange): Verdict | null => {
  const { rule, pointer, expected, received } = finding
  const [, status] = /^errors\.[a-z-]+-comes-with-(\d{3})$/.exec(rule) ?? []
  const came = String(answer.response?.status)
  if (status === undefined || status === came || !pointer?.startsWith('/') || typeof received !== 'string') return null
  const asked = { at: pointer, form: 'only with', values: [received, status, came] }
  return judgeAnswer(asPrinted(answer), asked).passed === false
    ? { by: 'answer', asked, expected: shortly(expected) }
    : null
}

const verdictIn = (finding: Finding, answer: RecordedExchange, surroundings: Surroundings): Verdict | null => {
  if (answer.response === null) return null
  const given = {
    status: answer.response.status,
    isWithToken: answer.role !== null && answer.operation !== 'requestToken',
  }
  if (finding.pointer === 'status') return byStatus(finding, given)
  const { expected, received } = placeOfFinding(finding)
  if (isOfOneRun(expected, surroundings)) return null
  if (
    finding.pointer === null &&
    received === given.status &&
    (namesStatuses(expected) || finding.kind !== 'wrong_outcome')
  )
    return byStatus({ expected, pointer: null }, given)
  // `400 for a body in chunks` where `201, as for another` was expected, or the file.
  if (namesStatus(finding, answer)) return byStatus(finding, given)
  const pair = byPair(finding, answer)
  if (pair) return pair
  const isCounted = finding.pointer === null || finding.pointer === '/type'
  const asked = isCounted ? workedOut(finding, jsonIn(answer), surroundings.places, surroundings.isTried) : null
  if (asked !== null)
    return judgeAnswer(asPrinted(answer), asked).passed
      ? null
      : { by: 'answer', asked, expected: shortly(finding.expected) }
  return byAnswer(finding, answer, surroundings)
}

export type { Verdict }
