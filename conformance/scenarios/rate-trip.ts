// A client sends on until it is refused for its rate, and a second client looks whether it notices.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, StepContext } from '../kit/context.ts'
import { lazily } from '../contract/lazily.ts'
import { seenHeader } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { allowance, longestQuietMs, type Early, type RateWindow } from '../sut/rate-windows.ts'
import type { Role } from '../evidence/roles.ts'
import { tokenRequest } from '../sut/tokens.ts'
import { canBeUsedUp } from '../sut/using-up.ts'
import { plainReads } from '../steps/plain-reads.ts'
import { blocked, notTested, reason } from '../evidence/inconclusive.ts'
import { portWith } from '../sut/control.ts'

type RateTrip = {
  early: Early | null
  /** The first answer that was 429. */
  refusal: Answered | null
  /** The last one of the client, when its allowance and a little more was spent. */
  last: Answered
  /** What a second client got right then; null without a second client. */
  other: Answered | null
}

// Counts under simultaneous requests may lag a little: near the end of the allowance requests go one by one, so that
// one that is served beyond it is none that was let through by a race.
const overshoot = 20
const atOnce = 10
// A target may refuse in a way of its own, which counts as nothing.
const most = (): number => 2 * allowance()

/** Not the catalog, whose answers are long. */
const mix = lazily(() => plainReads().filter((operation) => operation !== 'listOrderTypes'))
const options = { query: { per_page: 1 } }

const isSpent = ({ startedAt, refusal, served, beyond }: RateWindow): boolean =>
  startedAt === null || refusal !== null || served > allowance() || beyond >= overshoot

/** Where main alone is there, it waits for a window to use up, and for the next one to go on with. */
export const windowsSeconds = 140

/** Less is not worth the wait for the next window. */
const much = 400

/** A control port that begins windows; one with a clock alone does not. */
const renewerIn = (context: Pick<StepContext, 'control'>): StepContext['control'] => portWith(context, 'renewRateLimit')

/** The window that the run has used most of will do, else, without a control port, that of a client which the run can spare, if there is one. */
const spareRole = (context: StepContext): Role => {
  const { has, rates } = context
  const control = renewerIn(context)
  const { startedAt, sent } = rates.of('main')
  if (control || (startedAt !== null && sent > much)) return 'main'
  return (['other_lender', 'main_second'] as const).find((role) => has(role)) ?? 'main'
}

/** A window that is known from its beginning, and not over before it can be used up. */
const open = async (context: StepContext, role: Role): Promise<void> => {
  const { client, rates } = context
  const control = renewerIn(context)
  const window = rates.of(role)
  if (control ? canBeUsedUp(window, Date.now()) : window.startedAt !== null) return
  if (control) return control.renewRateLimit()
  const answer = await client.call('getAccount', { role, unpaced: true })
  const reset = Number(seenHeader(answer, 'X-RateLimit-Reset').value)
  const now = Date.parse(String(seenHeader(answer, 'Date').value)) / 1000
  await sleep(1000 * Math.min(70, Math.max(1, (reset - now || 61) + 1)))
  rates.begun()
  await client.call('getAccount', { role, unpaced: true })
  const { left } = rates.of(role)
  if (left === null || left >= allowance() - 1) return
  // Of a window that slides the reset may be when the first request leaves it, and not the last.
  await sleep(61_000)
  rates.begun()
}

/** The last answer, which refuses what the one before had said is left, after a count that was exact. */
type Spent = { last: Answered; short: Early | null }

/** Uses up what is left of the window of a client, and a little more. */
const spent = async (context: StepContext, role: Role): Promise<Spent> => {
  const { client, control, rates } = context
  await open(context, role)
  let sent = 0
  while (true) {
    const before = { ...rates.of(role) }
    const { served, left, falling } = before
    const isNear = served + atOnce > allowance() - overshoot || (left ?? allowance()) <= overshoot + atOnce
    const length = isNear ? 1 : atOnce
    const wave = Array.from({ length }, (_, index) => {
      const operation = mix()[(sent + index) % mix().length]!
      return client.call(operation, { ...(operation.startsWith('list') ? options : {}), role, unpaced: true })
    })
    const answers = await Promise.all(wave)
    sent += length
    const after = rates.of(role)
    const last = answers.at(-1)!
    // What others send in between takes what was left: without a control port they cannot be known.
    const isAlone = Boolean(control) && !rates.shared && length === 1 && after.sent === before.sent + 1
    const isShort = isAlone && after.refusal === last && falling > overshoot / 2 && (left ?? 0) > 0
    const short = isShort ? { answer: last, sent: before.sent, left, quietMs: 0 } : null
    if (isSpent(after) || sent >= most()) return { last, short }
    // A target that counted down to nothing, one by one, in a window known from its beginning, has counted all that it allows.
    const isCountedDown = left === 0 && after.left === 0 && falling > overshoot / 2
    if (after.startedAt !== null && isCountedDown && last.response.status < 400) return { last, short }
  }
}

export const rateTrip: Scenario<RateTrip> = {
  id: 'rate-trip',
  async run(context) {
    const { client, environment, has, rates, secretOf } = context
    const control = renewerIn(context)
    const role = spareRole(context)
    try {
      let { last, short } = await spent(context, role)
      // A minute of the target's own may have ended on the way; with a new window it is worth another try.
      if (control && rates.of(role).startedAt === null) ({ last, short } = await spent(context, role))
      const { startedAt, refusal, timeRanOut } = rates.of(role)
      if (refusal === null && startedAt === null) {
        const requests = allowance()
        // A slow way or a busy machine is no fault of the target.
        throw timeRanOut
          ? notTested(reason('rate-not-used-up-in-time', { requests }))
          : blocked(reason('rate-window-too-short', { requests }), last)
      }
      const early = rates.early(role) ?? short
      const othersMayTake = rates.shared ? allowance() / 2 : overshoot
      const othersHadTime = early !== null && early.quietMs > longestQuietMs
      if (early && !control && (othersHadTime || (early.left ?? 0) < othersMayTake))
        throw blocked('rate-used-by-others', early.answer)
      // A ping and a token request of the same client may be counted with the rest or not: if one is refused, its answer is judged.
      if (refusal) {
        await client.call('ping', { role, unpaced: true })
        await client.call('requestToken', { ...tokenRequest(environment, secretOf(role)), unpaced: true })
      }
      const second = (['other_lender', 'main_second'] as const).find((one) => one !== role && has(one))
      const other = second === undefined ? null : await client.call('getAccount', { role: second, unpaced: true })
      return { early, refusal, last, other }
    } finally {
      await control?.renewRateLimit()
    }
  },
}
