// How the receiver answers: as set for one order, or for its events of one type, else as set for all, else 204 or, now and then,
// another success, and 401 to what it cannot verify.
import type { ServerResponse } from 'node:http'

export type Answer =
  | { kind: 'status'; status: number; body?: { type: string; text: string }; retryAfter?: number }
  | { kind: 'slow'; ms: number; status: number }
  | { kind: 'cut' }
  | { kind: 'redirect'; to: string }

type Plan = { answer: Answer; times: number; isForRetries?: boolean }

export type Answers = {
  /** The next `times` deliveries of this order (of any order when null) are answered so; permanently when not given. */
  set(orderId: string | null, answer: Answer, times?: number): void
  /** The next deliveries of this order's events of one type are answered so, one after the other. */
  setInTurn(orderId: string, type: string, answers: readonly Answer[]): void
  /** The same for the order of the next delivery of that type: one that is placed only then. */
  setForNext(type: string, answers: readonly Answer[]): void
  /** The next deliveries of this order's events that came before are answered so, one after the other: a first one is not. */
  setForRetries(orderId: string, answers: readonly Answer[]): void
  /** Takes the answer for one delivery out of what was shown. */
  next(orderId: string | undefined, type?: string, isRetry?: boolean): Answer
  reset(): void
}

export const usualAnswer: Answer = { kind: 'status', status: 204 }

/** Any 2xx is a success. */
const otherSuccesses = [201, 206, 200, 202]
const oneIn = 4

const usualAnswers = (): (() => Answer) => {
  let count = 0
  return () => {
    count += 1
    if (count % oneIn !== 0) return usualAnswer
    return { kind: 'status', status: otherSuccesses[(count / oneIn - 1) % otherSuccesses.length]! }
  }
}

const mostMs = 10_000

/** Whether an answer takes the event, so that it need not be sent again. */
export const takes = (answer: Answer): boolean =>
  (answer.kind === 'status' || (answer.kind === 'slow' && answer.ms < mostMs)) &&
  answer.status >= 200 &&
  answer.status < 300

export const createAnswers = (): Answers => {
  const plans = new Map<string | null, Plan[]>()
  const usual = usualAnswers()

  const take = (key: string | null, isRetry: boolean): Answer | undefined => {
    const queue = plans.get(key)
    const plan = queue?.find(({ isForRetries = false }) => isRetry || !isForRetries)
    if (!queue || !plan) return undefined
    plan.times -= 1
    if (plan.times <= 0) queue.splice(queue.indexOf(plan), 1)
    return plan.answer
  }

  const add = (key: string | null, ...more: Plan[]): void => void plans.set(key, [...(plans.get(key) ?? []), ...more])
  const ofType = (orderId: string, type: string | undefined): string => `${orderId} ${type}`
  const turnsOf = (answers: readonly Answer[]): Plan[] => answers.map((answer) => ({ answer, times: 1 }))
  const forNext = new Map<string, readonly Answer[]>()

  /** The first delivery of that type has the order to which they belong. */
  const settle = (orderId: string, type: string): void => {
    const answers = forNext.get(type)
    if (answers === undefined) return
    forNext.delete(type)
    add(ofType(orderId, type), ...turnsOf(answers))
  }

  return {
    set: (orderId, answer, times = Number.POSITIVE_INFINITY) => add(orderId, { answer, times }),
    setInTurn: (orderId, type, answers) => add(ofType(orderId, type), ...turnsOf(answers)),
    setForNext: (type, answers) => void forNext.set(type, answers),
    setForRetries: (orderId, answers) =>
      add(orderId, ...answers.map((answer) => ({ answer, times: 1, isForRetries: true }))),
    next(orderId, type, isRetry = false) {
      if (orderId !== undefined && type !== undefined && !isRetry) settle(orderId, type)
      return (
        (orderId === undefined ? undefined : (take(ofType(orderId, type), isRetry) ?? take(orderId, isRetry))) ??
        take(null, isRetry) ??
        usual()
      )
    },
    reset() {
      plans.clear()
      forNext.clear()
    },
  }
}

export const describeAnswer = (answer: Answer): string => {
  if (answer.kind === 'status') return String(answer.status)
  if (answer.kind === 'slow') return `${answer.status} after ${answer.ms} ms`
  return answer.kind === 'cut' ? 'the connection cut' : `307 to ${answer.to}`
}

/** Read back from its description; a redirect leads on from `url`. */
export const answerIn = (text: string, url: string): Answer => {
  const [, status, ms] = /^(\d{3})(?: after (\d+) ms)?$/.exec(text) ?? []
  if (ms !== undefined) return { kind: 'slow', ms: Number(ms), status: Number(status) }
  if (status !== undefined) return { kind: 'status', status: Number(status) }
  return text.startsWith('307 ') ? { kind: 'redirect', to: `${url}?elsewhere` } : { kind: 'cut' }
}

export const giveAnswer = (response: ServerResponse, answer: Answer): void => {
  const end = (status: number, headers: Record<string, string> = {}, text = '') => {
    if (!response.destroyed) response.writeHead(status, headers).end(text)
  }
  if (answer.kind === 'cut') response.socket?.destroy()
  else if (answer.kind === 'redirect') end(307, { Location: answer.to })
  else if (answer.kind === 'slow') setTimeout(() => end(answer.status), answer.ms).unref()
  else {
    const { status, body, retryAfter } = answer
    const headers = {
      ...(body && { 'Content-Type': body.type }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    }
    end(status, headers, body?.text)
  }
}
