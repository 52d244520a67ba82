// The examination of one webhook receiver, from its first delivery to a verdict for each rule of a receiver.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bounds } from '../../fixtures/bounds.ts'
import { ruleVerdicts, type RuleResult } from '../verdict/rule-verdicts.ts'
import { recordFormat, recordVersion } from '../../reports/run-record.ts'
import { recordedReason } from '../../reports/reasons/reason.ts'
import { CodedError, exitCodes, isCodedError } from '../contract/coded-error.ts'
import { rules, type Rule } from '../contract/contract.ts'
import { retrySchedule } from '../contract/limits.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { createRecorder } from '../engine/record.ts'
import { maskEnding, maskEvent } from '../engine/mask-event.ts'
import { shortenText, shortenValue } from '../engine/shorten.ts'
import type { RunResult } from '../engine/run-result.ts'
import type { Ending, KeptGate } from '../gate/keep-gate.ts'
import type { Emit } from '../kit/event-stream.ts'
import { suite } from '../run/suite.ts'
import { isLoopback } from '../sut/addresses.ts'
import { createPersonal } from '../sut/personal.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createWire } from '../sut/send.ts'
import { createBench } from './bench.ts'
import { configurationId, configurationRules, judgeConfiguration } from './configuration.ts'
import { rulesOf, type Examination, type Step } from './examination.ts'
import { eachType } from './trials/ordinary.ts'
import { learnState, type ReadState } from './effects.ts'
import { firstDelivery, isTaken } from './first-delivery.ts'
import { leaveOut, makeExamination, type Made } from './make-examination.ts'
import { createPatience, isBusy } from './patience.ts'

export type ReceiverRun = {
  url: string
  secret: string
  previousSecret?: string | undefined
  orderId?: string | undefined
  /** The types that the receiver is subscribed to; all of them when not given. */
  events?: readonly string[] | undefined
  examinations: readonly Examination[]
  gate: KeptGate
  emit: Emit
  reportDir?: string | undefined
  /** Shows the state of the system behind the receiver, for the order that the events are about. */
  state?: ((orderId: string) => ReadState) | undefined
  /** How long the state may take to show what was done; some seconds when not given. */
  mostLagMs?: number | undefined
  signal?: AbortSignal | undefined
  /** How long an answer may take; as the contract says when not given. */
  limitMs?: number | undefined
  now?: () => number
  /** Waits before a delivery is sent again to a receiver that is busy; in real time when not given. */
  pause?: (ms: number) => Promise<void>
}

/** Of an answer its status counts; its body is read for the record. */
const bodyMs = 500
const mostBytes = bounds.taken.hookAnswerBytes

/** The rules of which a receiver is asked: those that an examination asserts, and those that only its code shows. */
export const receiverRules = (examinations: readonly Examination[]): Rule[] => {
  const judged = new Set([...examinations.flatMap(rulesOf), ...configurationRules])
  return [...rules().values()].filter(({ id, party }) => {
    return party === 'client' && (judged.has(id) || id.startsWith('delivery.receiver-'))
  })
}

const environment = {
  sandbox_base_url: null,
  production_base_url: null,
  environment: 'sandbox',
  embedded: false,
  control: false,
  roles: [],
  node: process.version,
}

const resultsOf = ({ finished }: Made): RuleResult[] =>
  (finished.outcomes ?? []).map((outcome) => ({ ...outcome, source: finished.check }))

/** A rule that fails has one cause: the receiver's code. */
const causesOf = (made: readonly Made[], emit: Emit): void => {
  const findings = made.flatMap((one) => one.findings)
  for (const rule of new Set(findings.map((finding) => finding.rule))) {
    const own = findings.flatMap((finding, index) => (finding.rule === rule ? [index] : []))
    const { kind, key } = findings[own[0]!]!
    const named = { cause: rule, rule, rules: [rule], ...(kind && { kind, key }), label: 'unrepeated' as const }
    const why = recordedReason('nothing-rerun')
    const tries = { made: 0, again: 0 }
    emit({ type: 'cause', ...named, ...why, tries, example: own[0]!, findings: own, requests: 0, plan: null })
  }
}

const resultFrom = (error: unknown): RunResult => {
  const { code, message } = isCodedError(error)
    ? error
    : new CodedError('suite_failed', `assay itself failed: ${String(error)}.`, exitCodes.couldNotJudge)
  const outcome = code === 'suite_failed' ? 'crashed' : 'preflight-failed'
  return { outcome, exit_code: exitCodes.couldNotJudge, reason: { code, message } }
}

const isNamedSecret = (name: string): boolean => /auth|code|cred|key|pass|pw|secret|sig|token/i.test(name)

/** Long, and with a digit: no word of a language. */
const looksSecret = (value: string): boolean => value.length >= 12 && /\d/.test(value)

/** A receiver may ask for a password, or know its sender by a secret in the query. */
const secretsInAddress = (address: string): string[] => {
  const { username, password, searchParams } = new URL(address)
  const word = password === '' ? username : password
  const queried = [...searchParams].flatMap(([name, value]) =>
    isNamedSecret(name) || looksSecret(value) ? [value] : [],
  )
  return [word, ...new URLSearchParams(`word=${word}`).values(), ...queried]
}

/** Emits the run, event by event; the exit code is in what it gives back. */
export const examineReceiver = async (given: ReceiverRun): Promise<Ending> => {
  const { url, secret, previousSecret, orderId, events, examinations, gate, signal, now = Date.now } = given
  const { limitMs = retrySchedule().timeoutSeconds * 1000 } = given
  const started = performance.now()
  const secrets = createSecrets()
  for (const one of [secret, previousSecret ?? '']) secrets.add('webhook secret', one)
  for (const one of secretsInAddress(url)) secrets.add('shown secret', one)
  const recorder = createRecorder(secrets, createPersonal())
  const wire = createWire({ timeoutMs: limitMs, acceptAnyCertificate: isLoopback(url) })
  const bench = createBench({ secret, previousSecret, orderId, events, now })
  const { pause = (ms) => sleep(ms, undefined, { signal }).catch(() => undefined) } = given
  const patience = createPatience(pause)
  let sent = 0
  let takes = false
  const own = (text: string): string => secrets.maskOwn(text)
  const mask = {
    text: (text: string) => shortenText(text, bounds.recorded.text, own),
    value: (value: unknown) => shortenValue(value, own),
  }
  const emit: Emit = (event) => {
    gate.hear(event)
    // An exchange is masked as it is recorded. What a command of the user printed may be anything.
    given.emit(event.type === 'exchange' ? event : maskEvent(event, mask))
  }
  const send = async ({ parcel }: Step, source: string): Promise<Exchange> => {
    const { headers, body } = parcel
    const id = `x${(sent += 1)}`
    const answer = await wire.send({ method: 'POST', url, headers, body, limitMs, bodyMs, mostBytes })
    const request = { method: 'POST', url, headers, body }
    const exchange: Exchange = { id, source, operation: null, role: null, environment: 'sandbox', request, ...answer }
    emit({ type: 'exchange', exchange: recorder.exchange(exchange) })
    takes ||= isTaken(exchange)
    if (source === eachType && !isTaken(exchange) && !isBusy(exchange)) bench.refused(parcel.type)
    return exchange
  }

  const examine = async (): Promise<RunResult> => {
    const deliver = async (): Promise<void> => firstDelivery(bench, url, send, patience)
    // A state that cannot be read is found out before anything is sent.
    const state = given.state && (await learnState(given.state(bench.order.id), deliver, given.mostLagMs))
    if (state === undefined) await deliver()
    emit({ type: 'phase', phase: 'checks' })
    const listed = receiverRules(examinations)
    const planned = [configurationId, ...examinations.map(({ id }) => id)]
    emit({ type: 'checks-planned', checks: planned, rules: listed.length })
    const made: Made[] = []
    const take = (one: Made): void => {
      made.push(one)
      for (const finding of one.findings) {
        bench.found(finding.rule)
        emit({ type: 'finding', ...finding })
      }
      emit(one.finished)
    }
    take(judgeConfiguration(url, secret))
    for (const [index, examination] of examinations.entries()) {
      if (signal?.aborted) break
      emit({ type: 'check-started', check: examination.id })
      // A receiver that takes nothing shows that it takes nothing, and no more.
      const isIdle = !takes && index > 0
      take(
        isIdle
          ? leaveOut(examination, 'nothing-taken')
          : await makeExamination(examination, { bench, limitMs, send, patience, takes: () => takes, state }),
      )
    }
    causesOf(made, emit)
    const verdicts = ruleVerdicts(listed, made.flatMap(resultsOf))
    for (const verdict of verdicts) emit({ type: 'rule-judged', ...verdict })
    if (signal?.aborted) return { outcome: 'interrupted', exit_code: exitCodes.couldNotJudge, reason: null }
    const isBroken = verdicts.some(({ verdict }) => verdict === 'fail')
    return { outcome: 'complete', exit_code: isBroken ? exitCodes.ruleBroken : exitCodes.nothingBroken, reason: null }
  }

  given.emit({
    type: 'run-started',
    format: recordFormat,
    version: recordVersion,
    suite: suite(),
    run: randomBytes(4).toString('hex'),
    seed: 0,
    environment: { ...environment, receiver_url: secrets.mask(url) },
    ...(given.reportDir !== undefined && { report_dir: given.reportDir }),
  })
  const settled = gate.settle(await examine().catch(resultFrom))
  const { gated } = settled
  const ending = maskEnding(settled.ending, own)
  if (gated) given.emit(gated)
  const ms = Math.round(performance.now() - started)
  given.emit({ type: 'run-finished', ...ending, requests: sent, deliveries: 0, waited_ms: 0, ms })
  await wire.close()
  return ending
}
