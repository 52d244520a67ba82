// What is left of the allowance falls with every request of a client, to whichever endpoint, and for that client alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import type { CheckContext } from '../../kit/context.ts'
import { headerOf, type Answered } from '../../evidence/exchange.ts'
import type { Role } from '../../evidence/roles.ts'
import { looseToken } from '../../scenarios/main-tokens.ts'
import { succeeded } from '../../steps/read.ts'
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  left: 'limits.remaining-header-is-what-is-left',
  spans: 'limits.rate-spans-all-endpoints',
  own: 'limits.rate-is-counted-per-client',
}

const others = ['listOrderTypes', 'listOrders', 'listEvents']
const page = { query: { per_page: 1 } }

const leftOf = (answer: Answered): number =>
  Number(headerOf(answer.response.headers, 'x-ratelimit-remaining') ?? 'none')

type Round = { answers: Answered[]; own: Answered[]; second: Answered[] }

/** One round: the account first and last, other endpoints between, and another client round it all. */
const round = async ({ client }: CheckContext, role: Role | null): Promise<Round> => {
  const second: Answered[] = []
  const askSecond = async (operation: string) => role !== null && second.push(await client.call(operation, { role }))
  await askSecond('getWebhook')
  const own = [await client.call('getAccount')]
  const between: Answered[] = []
  for (const operation of others) between.push(await client.call(operation, page))
  own.push(await client.call('getAccount'))
  await askSecond('getAccount')
  return { answers: [own[0]!, ...between, own[1]!], own, second }
}

const fall = ([first, ...rest]: readonly Answered[]): number =>
  first === undefined ? 0 : leftOf(first) - leftOf(rest.at(-1) ?? first)

/** Whether the window began again on the way, so that this round shows nothing. */
const turned = (answers: readonly Answered[]): boolean => fall(answers) < 0

const [shortestPauseMs, longestPauseMs] = [250, 5_000]

/** Whether the allowance of the second client falls as well while this run sends nothing, for as long as a round took. */
const isUsedByOthers = async ({ client }: CheckContext, role: Role, { second }: Round): Promise<boolean> => {
  const [before] = second
  const last = second.at(-1)!
  const first = await client.call('getAccount', { role })
  await sleep(Math.min(longestPauseMs, Math.max(shortestPauseMs, last.startedAt + last.ms - before!.startedAt)))
  return fall([first, await client.call('getAccount', { role })]) > 1
}

/** A count that lags may pass over an endpoint, though not over the same one each time. */
const fewestRounds = 4

/** Requests with another token of the client, between two with its first. */
const withAnother = 3

type Tokens = { first: Answered; others: Answered[]; last: Answered }

/** `known` is the last answer of the client, with its first token. */
const acrossTokens = async (context: CheckContext, token: string, known: Answered | undefined): Promise<Tokens> => {
  const { client, environment } = context
  const first = known ?? (await client.call('getAccount'))
  const others: Answered[] = []
  while (others.length < withAnother) others.push(await client.call('getAccount', { token, environment }))
  return { first, others, last: await client.call('getAccount') }
}

const spans = ({ own }: Round): boolean => fall(own) > 1

/** Of the other endpoints those that no round of several shows to be counted. */
const uncounted = (rounds: readonly Round[]): string[] => {
  const shown = rounds.filter((one) => spans(one) && !turned(one.own))
  return shown.length < fewestRounds
    ? []
    : others.filter((_operation, index) => shown.every(({ answers }) => fall(answers.slice(index, index + 2)) <= 0))
}

const isEachCounted = ({ answers }: Round): boolean =>
  others.every((_operation, index) => fall(answers.slice(index, index + 2)) > 0)

export default check({
  id: 'limits.remaining-falls-with-every-endpoint',
  verifies: Object.values(rules),
  needs: [],
  async run(context) {
    const { expect, eventually, has, patience, rates } = context
    const role = (['main_second', 'other_lender'] as const).find(has) ?? null
    // A count that is kept in several places may lag a little, and another shard may use the second client: then a later
    // round shows it.
    const token = await looseToken(context)
    const rounds: Round[] = []
    const seen = await eventually(
      async () => {
        const one = await round(context, role)
        rounds.push(one)
        return one
      },
      (one) => spans(one) && isEachCounted(one) && !turned(one.second) && fall(one.second) < others.length,
      patience.state,
    )
    const { answers, own, second } = seen
    // What was sent a minute before comes back meanwhile.
    const isOffset = rates.of('main').slides && !spans(seen)
    if (turned(own) || isOffset) throw blocked('rate-window-in-each-round', ...answers)
    const counts = answers.map(leftOf)
    const left = { pointer: 'header:X-RateLimit-Remaining' }
    const limit = { pointer: 'header:X-RateLimit-Limit' }
    expect(rules.left).that(
      { ...computedFrom(counts, ...answers), ...left },
      () => fall(answers) > 0,
      'falls from call to call',
    )
    expect(rules.left).that(
      { ...computedFrom(counts, ...answers), ...(counts.some(Number.isNaN) ? left : limit) },
      () => answers.every((answer) => leftOf(answer) <= Number(headerOf(answer.response.headers, 'x-ratelimit-limit'))),
      atMost('X-RateLimit-Limit'),
    )
    expect(rules.spans).that(
      { ...computedFrom(fall(own), ...answers), ...left },
      () => spans(seen),
      `about ${others.length + 1}`,
    )
    // In a window that slides, what comes back may hide the same endpoint each time.
    if (!rates.of('main').slides)
      expect(rules.spans).equal({ ...computedFrom(uncounted(rounds), ...answers), ...left }, [])
    // Counts may lag a little, and a window may end on the way.
    let known: Answered | undefined = own[1]
    const {
      first,
      others: between,
      last,
    } = await eventually(
      () => {
        const last = known
        known = undefined
        return acrossTokens(context, token, last)
      },
      (one) => fall([one.first, one.last]) > withAnother / 2,
      patience.state,
    )
    const both = [first, ...between, last]
    const fell = fall([first, last])
    // Where the calls of one token alone do not show in its count either, or one of the two does not work, this says nothing; nor do tokens that
    // share a count say anything of other clients.
    const areApart = both.every(succeeded) && spans(seen) && fell >= 0 && fell <= withAnother / 2
    if (areApart)
      expect(rules.own).that({ ...computedFrom(fell, ...both), ...left }, () => !areApart, `about ${withAnother + 1}`)
    if (role === null) throw notTested('no-second-client')
    if (fall(second) >= others.length && (await isUsedByOthers(context, role, seen)))
      throw blocked('rate-used-by-others', ...second)
    expect(rules.own).that({ ...computedFrom(fall(second), ...second), ...left }, () => fall(second) < others.length, 1)
  },
})
