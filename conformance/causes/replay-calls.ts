// Sends the calls of a script again, as the script does, and tells whether its verdict still finds the bug.
import { setTimeout as sleep } from 'node:timers/promises'
import { classOf, isFailureAnyway, isSilent, restsOn } from '../../reports/astray.ts'
import { overAfter } from '../../reports/attempt-times.ts'
import { controlBase, isAct } from '../../reports/company-acts.ts'
import { isForged, linkOf } from '../../reports/fresh-link.ts'
import { reachTests } from '../../reports/heard-deliveries.ts'
import { heardFor, isHearing, refusalsIn, specimen } from '../../reports/hearing.ts'
import { hooksIn } from '../../reports/hooks.ts'
import { answeredText, changes, idsIn, placeOfId, succeeded } from '../../reports/needed-exchanges.ts'
import { maskMark } from '../../reports/path-of.ts'
import { parsedJson } from '../../reports/parsed-json.ts'
import type { RecordedExchange } from '../../reports/run-record.ts'
import { judgeAnswer } from '../../reports/script-judge.ts'
import { askedIds, type ScriptModel } from '../../reports/script-model.ts'
import { countOf } from '../../reports/sized-download.ts'
import { burst } from '../../reports/used-up-rate.ts'
import { valuesAt } from '../../reports/values-at.ts'
import type { Verdict } from '../../reports/script-verdict.ts'
import { isPassedBy } from '../../reports/status-verdict.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import { bodyOf, withSecret, type Sending } from './replayed-body.ts'
import { linkPath, withValues, type Values } from './replayed-link.ts'
import { recordedBase, type CallPort, type Ear, type Heard, type Message } from './call-port.ts'

/** `unknown`: a call could not be sent, or was not answered as it must be for the next. */
export type Replayed = 'again' | 'held' | 'unknown'

const dropped = new Set(['accept', 'user-agent', 'host', 'connection', 'content-length'])

/** A signature has the second in which it was made. */
const apartMs = 2_000
const pauseMs = 400
const tries = 4

const printed = ({ status, headers, text }: Heard): string =>
  [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n') + `\r\n\r\n${text}`

/** For what it says: an order, which each target may refuse for a product of its own, is none of these. */
const isRefusal = (one: RecordedExchange, { status }: Heard): boolean =>
  changes(one) && one.operation !== 'createOrder' && succeeded(one) && (status === 400 || status === 422)

type Going = Sending & {
  model: ScriptModel
  mark: string
  /** The orders of this replay. */
  made: Set<string>
  /** Gets the call that the target of the run accepted. */
  refused: (id: string) => void
}

const ofOrders: Readonly<Record<string, string>> = { listOrders: 'id', listEvents: 'order_id' }

/** Of a list of all orders, or of their events, those of this replay: what others left in the target, another target does not have. */
const ofReplay = (heard: Heard, judged: RecordedExchange, { made }: Going): Heard => {
  const field = ofOrders[judged.operation ?? '']
  const body = parsedJson(heard.text) as { data?: unknown } | undefined
  if (field === undefined || !Array.isArray(body?.data)) return heard
  const data = (body.data as Record<string, unknown>[]).filter((one) => made.has(String(one?.[field])))
  return { ...heard, text: JSON.stringify({ ...body, data }) }
}

const judgedBy = (verdict: Verdict, given: Heard, going: Going): Replayed => {
  const { values, model } = going
  if (verdict.by === 'status') {
    const isPassed = isPassedBy(verdict, given.status)
    return isPassed === null ? 'unknown' : isPassed ? 'held' : 'again'
  }
  const { at, form, values: wanted } = verdict.asked
  const asked = { at: withValues(at, values), form, values: wanted.map((one) => withValues(one, values)) }
  const heard = /^(?:list:)?\/data\/\*/.test(at) ? ofReplay(given, model.judged, going) : given
  const { passed } = judgeAnswer(printed(heard), asked)
  return passed === null ? 'unknown' : passed ? 'held' : 'again'
}

const valueAt = (text: string, pointer: string): string | undefined => {
  try {
    const [at] = valuesAt(JSON.parse(text), pointer)
    return typeof at === 'string' ? at : at === undefined ? undefined : JSON.stringify(at)
  } catch {
    return undefined
  }
}

const headersOf = (one: RecordedExchange, { mark, values }: Going): Message['headers'] =>
  one.request.headers.flatMap(([name, value]): Message['headers'] => {
    const lower = name.toLowerCase()
    if (dropped.has(lower)) return []
    if (lower === 'authorization' && value.includes(maskMark)) {
      if (one.role === null || !/^Bearer •••$/.test(value)) throw new Error('The token is known to nobody.')
      return []
    }
    if (lower === 'authorization') return [[name, withValues(value, values)]]
    return [[name, lower === 'idempotency-key' ? `${value}-${mark}` : value]]
  })

const addressOf = (one: RecordedExchange, values: Values): string => {
  const base = recordedBase(one)
  if (base === null || one.request.url.includes(maskMark)) throw new Error('The address is not known.')
  return withValues(one.request.url.slice(base.length), values)
}

/** What later calls and the verdict take from an answer; false where it is not there. */
const takeValues = (one: RecordedExchange, text: string, { model, values }: Going): boolean => {
  const asked = askedIds(model.finding, model.needed)
  const recorded = answeredText(one)
  for (const id of idsIn(recorded).filter((id) => asked.has(id) && !values.has(id))) {
    const { prefix, nth } = placeOfId(id, recorded)
    const own = idsIn(text).filter((other) => other.startsWith(prefix))[nth]
    if (own === undefined) return false
    values.set(id, own)
  }
  for (const { text: known, from, pointer } of model.captures) {
    if (from.id !== one.id || pointer === null || values.has(known)) continue
    const own = valueAt(text, pointer)
    if (own === undefined) return false
    values.set(known, own)
  }
  return true
}

const actAgain = async ({ request }: RecordedExchange, going: Going): Promise<string> => {
  const { port, values } = going
  const body = request.body?.text
  const sent = body === undefined ? undefined : (JSON.parse(withSecret(withValues(body, values), going)) as unknown)
  const answer = await port.act(request.method, withValues(request.url.slice(controlBase.length), values), sent)
  return JSON.stringify(answer) ?? ''
}

const sendAgain = (one: RecordedExchange, path: string, going: Going): Promise<Heard> =>
  going.port.send(
    { method: one.request.method, path, headers: headersOf(one, going), body: bodyOf(one, going) },
    { role: one.role as Role | null, environment: one.environment as Environment },
  )

/** What hears the deliveries of this replay, in the place of what heard those of the run. */
const earOf = async ({ model, port, values }: Going): Promise<Ear> => {
  const ear = await port.listen()
  for (const url of hooksIn(model.needed)) values.set(url, ear.url)
  const refusals = refusalsIn(model.needed)
  if (refusals) ear.refuse(refusals)
  return ear
}

const timesHeard = ({ text }: Heard, type: string): number =>
  (valuesAt(JSON.parse(text), '/data').flat() as { type?: unknown }[]).filter((one) => one.type === type).length

const isApart = (verdict: Verdict): boolean => verdict.by === 'answer' && verdict.asked.form === 'distinct'

/** Where nothing came at all, a test of the webhook shows whether anything can. */
const isReached = async (ear: Ear, hearing: RecordedExchange, going: Going): Promise<boolean> => {
  for (const test of reachTests(hearing)) {
    if (ear.hasHeard()) return true
    await sendAgain(test, test.request.url, going)
    await ear.hear(specimen, '')
  }
  return ear.hasHeard()
}

const replayed = async (verdict: Verdict, going: Going): Promise<Replayed> => {
  const { model, values } = going
  const { needed, judged: about, isWaited } = model
  const links = new Map<RecordedExchange, string>()
  const binding = restsOn(model)
  const ear = needed.some(isHearing) ? await earOf(going) : null
  going.ear = ear
  let isAstray = false
  let last: Heard | null = null
  for (const [index, one] of needed.entries()) {
    if (isHearing(one)) {
      const { of, type, times, answers } = heardFor(one)
      last = await ear!.hear(values.get(of) ?? of, type, times)
      if (!(await isReached(ear!, one, going))) return 'unknown'
      // Where an attempt before the judged one does not come, that one shows nothing.
      if (one !== about && timesHeard(last, type) < times) return 'unknown'
      if (isApart(verdict)) await sleep(apartMs)
      if (one !== about) await sleep(overAfter(answers[times - 1]) * 1_000)
      continue
    }
    if (isAct(one)) {
      if (!takeValues(one, await actAgain(one, going), going)) return 'unknown'
      continue
    }
    const link = linkOf(one, needed.slice(0, index))
    const fresh = link ? links.get(link.read) : undefined
    const path =
      link && fresh !== undefined
        ? linkPath(link, fresh, values, isForged(link, model.finding, needed.slice(0, index)))
        : addressOf(one, values)
    let heard = await sendAgain(one, path, going)
    const most = one === about && isWaited ? tries : 1
    for (let again = 1; again < most; again += 1) {
      if (judgedBy(verdict, heard, going) !== 'again') break
      await sleep(pauseMs)
      heard = await sendAgain(one, path, going)
    }
    if (model.isTwice && judgedBy(verdict, heard, going) === 'held') heard = await sendAgain(one, path, going)
    for (let left = one === about && model.isBurst ? burst - 1 : 0; left > 0 && heard.status !== 429; left -= 1)
      heard = await sendAgain(one, path, going)
    const [, given] = /"url"\s*:\s*"([^"]*\/download\/[^"]*)"/.exec(heard.text) ?? []
    if (given !== undefined) links.set(one, given.replaceAll(String.raw`\u0026`, '&').replaceAll(String.raw`\/`, '/'))
    if (one === about && model.isSized) heard = { ...heard, text: countOf(heard.bytes ?? 0) }
    if (one === about) last = heard
    const isBinding =
      binding.has(one) &&
      (one !== about || judgedBy(verdict, heard, going) === 'again' || isSilent(model, heard.status))
    if (isBinding && classOf(heard.status) !== classOf(one.response!.status)) isAstray = true
    if (isRefusal(one, heard)) going.refused(one.id)
    if (one.operation === 'createOrder') for (const id of idsIn(heard.text)) going.made.add(id)
    if (!takeValues(one, heard.text, going)) return 'unknown'
  }
  const shown = last === null ? 'unknown' : judgedBy(verdict, last, going)
  return isAstray && !(shown === 'again' && isFailureAnyway(model)) ? 'unknown' : shown
}

/** `mark`: what no other replay has. */
export const replayCalls = async (
  model: ScriptModel,
  port: CallPort,
  { run, mark, refused = () => {} }: { run: string; mark: string; refused?: Going['refused'] },
): Promise<Replayed> => {
  if (model.verdict === null) return 'unknown'
  const values: Values = new Map([[`assay-${run}-`, `assay-${run}${mark}-`]])
  try {
    return await replayed(model.verdict, { model, port, mark, values, made: new Set(), refused })
  } catch {
    // A call that cannot be sent or is not answered shows nothing.
    return 'unknown'
  }
}
