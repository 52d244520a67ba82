// What a target shows of people, in outline: a record shows the first letter and the length, unless this run itself sent it.
import { reasonIn, type RecordedReason } from '../../reports/recorded-reason.ts'
import type { Unstamped } from '../../reports/run-record.ts'
import { jsonOf, textOf, type Exchange } from '../evidence/exchange.ts'
import { replaceEmailAddresses } from './email-addresses.ts'
import { stringsIn } from './json-strings.ts'
import { freeTexts, personalFields } from './personal-fields.ts'

export type Personal = {
  /** Texts that this run made up: they are shown wherever they come back. */
  sent(value: unknown): void
  /** Notes what a request sent, before its answer is recorded. */
  saw(exchange: Exchange): void
  /** The text of an answer or a delivery. */
  inBody(text: string): string
  /** Where a run shows such texts: findings, reasons, notes. */
  inEvent(event: Unstamped): Unstamped
}

const socialSecurityNumber = /\b\d{3}-\d{2}-\d{4}\b/g

/** Shorter ones, and words of the contract, come up in every sentence. */
const isTelling = (value: string): boolean => value.length >= 5 && !/^[a-z0-9_.-]*$/.test(value)

const mostKnown = 2_000

/** Bytes: what is larger is a file, of which no answer shows anything. */
const mostRead = 2_000_000

/** `Maria Lopez` as `M•••• •••••`. */
const outline = (value: string): string => value.slice(0, 1) + value.slice(1).replaceAll(/[\p{L}\p{N}]/gu, '•')

/** What is left when case, white space and punctuation are changed: a target that does so violates a rule, which must stay visible. */
const core = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A check names so what it left out or changed: what stands there is a status. */
const ofCheck = /^(?:without|with another) \S+$/

const isPersonal = (keys: readonly string[]): boolean => {
  const path = keys.join('.')
  return (
    !ofCheck.test(keys.at(-1) ?? '') && personalFields.some((field) => path === field || path.endsWith(`.${field}`))
  )
}

export const createPersonal = (): Personal => {
  const ours = new Set<string>()
  const known = new Map<string, string>()
  const outlined = new Set<string>()

  /** Without recursion: a hostile body may be nested deeper than the stack. */
  const sent = (value: unknown): void => {
    const open: unknown[] = [value]
    while (open.length > 0) {
      const next = open.pop()
      if (typeof next === 'string') ours.add(core(next))
      else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
    }
  }

  /** Several texts of ours may come back in one, such as the notes of an order. */
  const isOurs = (value: string): boolean => {
    const whole = core(value)
    return (
      whole === '' || ours.has(whole) || value.split(/\n+/).every((line) => core(line) === '' || ours.has(core(line)))
    )
  }

  const learn = (value: string): string => {
    const masked = outline(value)
    if (isTelling(value) && known.size < mostKnown) known.set(value, masked)
    return masked
  }

  const learnTheirs = (found: string): string => (isOurs(found) ? found : learn(found))

  const byPattern = (text: string): string =>
    replaceEmailAddresses(text.replace(socialSecurityNumber, learnTheirs), learnTheirs)

  const maskOne = (keys: readonly string[], value: string): string => {
    if (!isPersonal(keys)) return byPattern(value)
    if (isOurs(value)) return value
    if (outlined.size < mostKnown) outlined.add(value)
    return freeTexts.has(keys.at(-1) ?? '') ? outline(value) : learn(value)
  }

  const inBody = (text: string): string => {
    const strings = stringsIn(text)
    if (strings.length === 0) return byPattern(text)
    let result = ''
    let from = 0
    for (const { keys, value, start, end, isWhole } of strings) {
      const masked = maskOne(keys, value)
      if (masked === value) continue
      result += text.slice(from, start) + JSON.stringify(masked).slice(0, isWhole ? undefined : -1)
      from = end
    }
    return result + text.slice(from)
  }

  const inText = (text: string): string => {
    let result = byPattern(text)
    for (const [value, masked] of known) if (result.includes(value)) result = result.replaceAll(value, masked)
    return result
  }

  const inValue = (value: unknown, keys: readonly string[] = []): unknown => {
    if (typeof value === 'string') return isOurs(value) ? value : inText(maskOne(keys, value))
    if (Array.isArray(value)) return value.map((entry: unknown) => inValue(entry, keys))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inValue(entry, [...keys, key])]))
  }

  /** The field that a finding points at, where it shows a value alone. */
  const keysOf = (pointer: string | null): string[] =>
    pointer?.startsWith('/') ? pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part)) : []

  /** What was expected is another text of the target's, or words of ours that anybody may read. */
  const isTheirs = (value: unknown): boolean =>
    typeof value === 'string' && (outlined.size >= mostKnown || outlined.has(value))

  const shown = <T extends { expected: unknown; received: unknown; pointer: string | null }>(finding: T): T => ({
    ...finding,
    expected: inValue(finding.expected, isTheirs(finding.expected) ? keysOf(finding.pointer) : []),
    received: inValue(finding.received, keysOf(finding.pointer)),
  })

  const inTexts = <T extends object>(given: T): T =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]: [string, unknown]) => [
        key,
        typeof value === 'string'
          ? inText(value)
          : Array.isArray(value)
            ? value.map((one) => inText(String(one)))
            : value,
      ]),
    ) as T

  /** A reason, its parameters and its remedy may quote a target. */
  const reasoned = <T extends RecordedReason>(event: T): T => {
    const { reason_parameters: parameters, ...texts } = reasonIn(event)
    return { ...event, ...inTexts(texts), ...(parameters && { reason_parameters: inTexts(parameters) }) }
  }

  return {
    sent,
    saw: ({ request }) => {
      if (request.body !== null && request.body.length <= mostRead) sent(jsonOf(request.body) ?? textOf(request.body))
    },
    inBody,
    inEvent(event) {
      if (event.type === 'finding') return shown(event)
      if (event.type === 'cause') return { ...event, plan: event.plan && shown(event.plan) }
      if (event.type === 'note') return { ...event, message: inText(event.message) }
      if (event.type === 'check-finished')
        return { ...reasoned(event), ...(event.outcomes && { outcomes: event.outcomes.map(reasoned) }) }
      return event.type === 'rule-judged' ? reasoned(event) : event
    },
  }
}
