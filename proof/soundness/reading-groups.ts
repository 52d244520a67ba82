// Readings to take together: of as many areas as there are, none beside one that keeps it from being seen.
import { groupBy } from '../../reports/group-by.ts'
import { areaOf } from '../../conformance/run/select-checks.ts'
import { conflicts, freedoms, supported } from '../../simulator/behaviour/readings/choose.ts'
import { refusingReceivers, type Held } from './judge-readings.ts'

const grouped = 24

const excluded = conflicts()

/** The areas of checks that readings of an area show in, beside their own. */
export const concerned: Record<string, string[]> = {
  transport: ['account', 'conventions', 'errors', 'downloads'],
  conventions: ['create', 'list', 'order', 'catalog'],
  auth: ['transport', 'errors'],
  account: ['auth'],
  catalog: ['create', 'order'],
  order: ['create', 'list', 'events'],
  create: ['order', 'idempotency', 'errors'],
  list: ['catalog'],
  amend: ['events', 'order'],
  lifecycle: ['actions', 'events', 'sandbox'],
  actions: ['lifecycle', 'events'],
  revisions: ['lifecycle', 'events', 'conventions'],
  messages: ['documents', 'events'],
  documents: ['downloads', 'order', 'messages'],
  downloads: ['documents'],
  feed: ['events', 'delivery', 'list'],
  webhooks: ['delivery', 'feed'],
  delivery: ['webhooks', 'feed', 'limits'],
  events: ['feed', 'delivery', 'order'],
  errors: ['create', 'auth', 'documents'],
  limits: ['transport'],
  idempotency: ['create'],
  sandbox: ['actions', 'lifecycle', 'events'],
  versioning: ['order', 'events', 'errors', 'webhooks'],
}

export const pairs = (readings: Record<string, string>): string[] =>
  Object.entries(readings).map(([freedom, reading]) => `${freedom}=${reading}`)

export const fromPairs = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text) => text.split('=') as [string, string]))

/** Every reading other than the default one that the simulator can take. */
export const others = freedoms().flatMap((freedom) =>
  supported(freedom)
    .slice(1)
    .map((reading) => `${freedom.id}=${reading}`),
)

export const areaOfPair = (pair: string): string => areaOf({ id: pair })

/** Beside one that refuses every receiver, nothing would be seen of readings about deliveries. */
const isRefusing = (pair: string): boolean => refusingReceivers.some((freedom) => pair.startsWith(`${freedom}=`))

const clash = (group: readonly string[], pair: string): boolean =>
  group.some(
    (one) =>
      isRefusing(one) ||
      isRefusing(pair) ||
      one.split('=')[0] === pair.split('=')[0] ||
      excluded.some((two) => two.includes(one) && two.includes(pair)),
  )

/** Groups of readings of as many areas as there are: the next of each area in turn, into the first group with room. */
export const inGroups = (readings: readonly string[]): string[][] => {
  const turns = [...groupBy(readings, areaOfPair).values()]
  const inTurn = Array.from({ length: Math.max(0, ...turns.map(({ length }) => length)) }, (_, turn) =>
    turns.flatMap((ofArea) => ofArea[turn] ?? []),
  ).flat()
  const groups: string[][] = []
  for (const pair of inTurn) {
    const open = groups.find((group) => group.length < grouped && !clash(group, pair))
    if (open) open.push(pair)
    else groups.push([pair])
  }
  return groups
}

/** In the areas of what was held, or of the checks that held it; all that is in force when nothing fits. */
export const inForce = (taken: Record<string, string>, held: readonly Held[]): string[] => {
  const areas = new Set(held.flatMap(({ rule, checks }) => [rule, ...checks].map((id) => areaOf({ id }))))
  return pairs(taken).filter((pair) => areas.has(areaOfPair(pair)))
}
