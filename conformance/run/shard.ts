// One part of a run that several machines share: which checks are its own, by a hash that every part works out alike.
import { createHash } from 'node:crypto'
import { InvalidArgumentError } from 'commander'
import type { Check } from '../kit/check.ts'
import { CodedError } from '../contract/coded-error.ts'
import { costOfCheck, scenariosOf, type Costs } from './costs.ts'
import { areaOf } from './select-checks.ts'

export type ShardName = { index: number; of: number }

export type Shard = ShardName & {
  /** Shows whether two parts are of one selection. */
  selection: string
  /** The checks that are other parts' to run. */
  elsewhere: readonly Check[]
  /** Its part of the target's rate, of 1: as large as its part of the requests, so that all end at about the same time. */
  rate: number
  /** The part that the webhook is left to where all of them are at the target at once. */
  webhook: number
}

const most = 256

/** For an option: `2/4` is the second of four parts. */
export const shardName = (text: string): ShardName => {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  const name = { index: Number(index), of: Number(of) }
  if (index === undefined || name.index < 1 || name.index > name.of || name.of > most)
    throw new InvalidArgumentError(`it must be a part and the number of parts, such as 2/4; at most ${most} parts.`)
  return name
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const selectionOf = (checks: readonly Pick<Check, 'id'>[]): string =>
  digest(
    checks
      .map(({ id }) => id)
      .toSorted()
      .join('\n'),
  )
    .toString('hex')
    .slice(0, 16)

const webhook = 'webhook'

/** An account has one webhook, so that only one shard may change it. */
const movesWebhook = (check: Check, scenarios: ReadonlySet<string>): boolean =>
  check.needs.includes('webhook') ||
  check.needs.includes('receiver') ||
  areaOf(check) === 'webhooks' ||
  scenarios.has('webhook-configuration')

/**
 * What is kept together: checks on the webhook, else those with the same dearest scenario, which would run in
 * each part again. Four parts by the id of the check alone would send more than twice the requests.
 */
const groupOf = (check: Check, costs: Costs): string => {
  const scenarios = scenariosOf(costs, check.id)
  if (movesWebhook(check, scenarios)) return webhook
  const beforehand = new Set([costs.preflight, ...Object.values(costs.preflight.roles)].flatMap((one) => one.scenarios))
  const requests = (scenario: string): number => costs.scenarios[scenario]?.requests ?? 0
  const [dearest] = [...scenarios]
    .filter((scenario) => !beforehand.has(scenario) && requests(scenario) > 0)
    .toSorted((one, other) => requests(other) - requests(one) || (one < other ? -1 : 1))
  return dearest === undefined ? check.id : `scenario.${dearest}`
}

const partOf = (group: string, of: number): number => 1 + (digest(group).readUInt32BE(0) % of)

/** What the checks and scenarios of a part are to send, with what every part sends. */
const requestsOf = (checks: readonly Check[], costs: Costs): number => {
  const scenarios = new Set(checks.flatMap(({ id }) => [...scenariosOf(costs, id)]))
  const all = [costs.preflight, ...checks.map(({ id }) => costOfCheck(costs, id))]
  const shared = [...scenarios].flatMap((scenario) => costs.scenarios[scenario] ?? [])
  return [...all, ...shared].reduce((sum, { requests, cleanup = 0 }) => sum + requests + cleanup, costs.teardown)
}

/** @throws CodedError shard_without_seed: each part would draw one of its own */
export const takeShard = (
  selected: readonly Check[],
  { index, of }: ShardName,
  { seed, costs }: { seed: number | undefined; costs: Costs },
): { own: Check[]; shard: Shard } => {
  if (seed === undefined)
    throw new CodedError(
      'shard_without_seed',
      '--shard needs --seed, the same for every shard of a run; the number of the CI run will do.',
    )
  const parts = Array.from({ length: of }, (): Check[] => [])
  for (const check of selected) parts[partOf(groupOf(check, costs), of) - 1]!.push(check)
  const own = parts[index - 1]!
  const total = parts.reduce((sum, part) => sum + requestsOf(part, costs), 0)
  return {
    own,
    shard: {
      index,
      of,
      selection: selectionOf(selected),
      elsewhere: selected.filter((check) => !own.includes(check)),
      rate: requestsOf(own, costs) / total,
      webhook: partOf(webhook, of),
    },
  }
}
