// Shortens the calls of a finding on the target of a run, beside a server that keeps the contract.
import { isAct } from '../../reports/company-acts.ts'
import type { MisleadingScript, RecordedExchange } from '../../reports/run-record.ts'
import { scriptModel, type ScriptModel } from '../../reports/script-model.ts'
import type { Found } from '../evidence/found.ts'
import { parseProfile } from '../sut/profile.ts'
import { portOfReference, portOfTarget } from './call-port.ts'
import { replayCalls, type Replayed } from './replay-calls.ts'
import { shortenCalls, wholeScript, type Trying } from './shorten-calls.ts'
import type { Budget, Contexts } from '../engine/contexts.ts'
import type { Session } from '../engine/session.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { mostRequests } from './reproducers.ts'
import { onTrial, type Trial } from './trial.ts'

export type StartReference = () => Promise<{ profile: unknown; close(): Promise<void> }>

type Means = { trial: Trial; reference: StartReference; isAffordable: (requests: number) => boolean }

/** For all causes. */
const most = { requests: 300, ms: 60_000 }

const ofWebhook = /^control:\/lenders\/[^/]+\/webhooks\//

const setsWebhook = (one: RecordedExchange): boolean =>
  isAct(one) ? ofWebhook.test(one.request.url) : one.operation === 'setWebhook'

/** What other calls of the run depend on is not set again: a credential, a policy of the company, the webhook of another client. */
const isOfRun = (one: RecordedExchange): boolean =>
  isAct(one)
    ? !/^control:\/(?:clock\/advance|orders(?:\/|$))/.test(one.request.url) && !setsWebhook(one)
    : setsWebhook(one) && one.role !== 'main'

/** The webhook of the run, as it was before a try. */
const setBack = async ({ http, receiver }: Session): Promise<void> => {
  const secret = receiver?.secrets.at(-1)
  if (!receiver || secret === undefined) return
  try {
    await http.as('reruns').call('setWebhook', { json: { url: receiver.url, enabled: true, events: ['*'], secret } })
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
}

/** What became of a credential stays so: the target would fail whatever is sent again. */
const isOfCredential = (one: RecordedExchange): boolean => isAct(one) && one.request.url.startsWith('control:/clients')

let marks = 0

/** Findings of a cause that are tried, where no script can judge its example. */
const mostFindings = 4

/** Where one finding of a check gives no script, another of the same check and place hardly does. */
const unlikeFirst = (findings: readonly Found[]): Found[] => {
  const seen = new Set<string>()
  const isNew = ({ check, pointer }: Found): boolean => {
    const name = `${check} ${pointer?.replaceAll(/\d+/g, '*')}`
    return !seen.has(name) && Boolean(seen.add(name))
  }
  const first = findings.filter(isNew)
  return [...first, ...findings.filter((one) => !first.includes(one))]
}

/** `of`: the position of the finding in the record; `refused`: the call that a server that keeps the contract refuses, so that the rest shows nothing. */
export type FewestCalls =
  | { of: number; calls: string[]; refused?: string; isUntried?: true }
  | { script: MisleadingScript }

const nameOf = ({ needed }: ScriptModel): string => needed.map(({ id }) => id).join(' ')

/** Each on a reference of its own: what one try leaves behind, the next does not meet. */
const callsFor = async (
  findings: readonly Found[],
  { trial, reference, isAffordable }: Means,
): Promise<FewestCalls | null> => {
  const { session, contexts } = trial
  const { trace, run } = session
  const markOf = (): { run: string; mark: string } => ({ run, mark: `calls${(marks += 1)}` })
  const target = portOfTarget(session, (id, role) => contexts.orders.created(id, role))
  const onTarget = async (model: ScriptModel): Promise<Replayed> => {
    const isSetting = model.needed.some(setsWebhook)
    if (model.needed.some(isOfRun) || (isSetting && session.receiver === null)) return 'unknown'
    const shown = await replayCalls(model, target, markOf())
    if (isSetting) await setBack(session)
    return shown
  }
  const refusedIn = new Map<string, string>()
  const onReference = async (model: ScriptModel): Promise<Replayed> => {
    const server = await reference().catch(() => null)
    // One that does not start shows nothing.
    if (server === null) return 'unknown'
    const own: string[] = []
    const port = portOfReference(parseProfile(structuredClone(server.profile)))
    try {
      const shown = await replayCalls(model, port, { ...markOf(), refused: (id) => own.push(id) })
      if (shown === 'unknown' && own[0] !== undefined) refusedIn.set(nameOf(model), own[0])
      return shown
    } finally {
      await port.close()
      await server.close()
    }
  }
  const isTriable = (one: RecordedExchange): boolean => !isOfRun(one)
  const trying: Trying = { ground: trace.traffic, onTarget, onReference, isTriable, isAffordable }
  const judgeable = findings.filter((finding) => {
    const model = scriptModel(finding, trace.traffic, 'all')
    return model?.verdict && !model.needed.some(isOfCredential)
  })
  for (const finding of unlikeFirst(judgeable).slice(0, mostFindings)) {
    const calls = await shortenCalls(finding, trying)
    const refused = calls === null ? undefined : refusedIn.get(calls.join(' '))
    if (calls !== null) return { of: finding.position, calls, ...(refused !== undefined && { refused }) }
  }
  const finding = judgeable[0] ?? findings[0]!
  const whole = await wholeScript(finding, trying)
  return whole && 'calls' in whole ? { of: finding.position, ...whole } : whole
}

type Shortening = {
  session: Session
  contexts: Contexts
  budget: Budget
  reference: StartReference | null
  signal: AbortSignal
}

/** Gives the calls that suffice, for the first of the findings of a cause that they show again; else how the script of the first one misleads. */
export const createCallShortener = ({ session, contexts, budget, reference, signal }: Shortening) => {
  const sent = (): number => session.pacing.spent.requests
  const first = sent()
  const began = performance.now()
  const isOver = (): boolean => signal.aborted || performance.now() - began > most.ms
  return async (findings: readonly Found[]): Promise<FewestCalls | null> => {
    if (reference === null || isOver()) return null
    const before = sent()
    const isAffordable = (requests: number): boolean =>
      !isOver() && sent() - before + requests <= mostRequests && sent() - first + requests <= most.requests
    return onTrial(session, contexts, budget, (trial) => callsFor(findings, { trial, reference, isAffordable }))
  }
}
