// Permitted readings of the freedoms of the area limits.
import { instead, replace, set } from '../operators/index.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Caller, RateWindow, Tally } from '../rate-limit.ts'
import type { ShapeName } from '../shapes.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { reshaped } from './shape-changes.ts'
import { faultsAs } from './reading-patches.ts'

type RateLimit = Behaviour['rateLimit']

/** The requests of the last minute, each leaving on its own. */
const sliding = (rateLimit: RateLimit): Tally => {
  let times: number[] = []
  const at = (wireNow: number): RateWindow => {
    times = times.filter((time) => time > wireNow - rateLimit.windowSeconds * 1000)
    // This many have to leave before another request is served.
    const leaving = Math.max(1, times.length - rateLimit.requestsPerWindow + 1)
    return { startedAt: wireNow, oldest: times[leaving - 1] ?? wireNow, used: times.length }
  }
  return {
    count: (wireNow, counts) => {
      if (counts) times.push(wireNow)
      return at(wireNow)
    },
    giveBack: (wireNow) => {
      times.pop()
      return at(wireNow)
    },
    isSpent: (wireNow) => at(wireNow).used === 0,
  }
}

const answersCount = (counts: (status: number) => boolean): ReadingPatch => replace('rateLimit.countsAnswer', counts)

/** Another count for the callers that fit; null leaves them uncounted. */
const counted =
  (
    fits: (caller: Caller, clientId: string | undefined) => boolean,
    key: ((address: string) => string) | null,
  ): ReadingPatch =>
  ({ behaviour: { rateLimit } }) => {
    const { counts, key: usual } = rateLimit
    rateLimit.key = (clientId, address, caller) => {
      if (!fits(caller, clientId)) return usual.call(rateLimit, clientId, address, caller)
      return key ? key(address) : 'uncounted'
    }
    if (key) return
    rateLimit.counts = (operation, clientId, caller) =>
      !(caller && fits(caller, clientId)) && counts.call(rateLimit, operation, clientId, caller)
  }

const withoutToken = ({ hasToken }: Caller): boolean => !hasToken
const withInvalidToken = ({ hasToken, valid }: Caller): boolean => hasToken && !valid

/** Which client got a link is known by the link's signature. */
const downloadsCount: ReadingPatch = ({ behaviour: { links, rateLimit } }) => {
  const holders = new Map<string, string>()
  const { given } = links
  links.given = (signature, clientId) => {
    holders.set(signature, clientId)
    given.call(links, signature, clientId)
  }
  const holderOf = ({ path, querystring }: Caller) =>
    path.includes('/download/') ? holders.get(new URLSearchParams(querystring).get('signature') ?? '') : undefined
  const { counts, key } = rateLimit
  rateLimit.key = (clientId, address, caller) => {
    const holder = holderOf(caller)
    return holder === undefined
      ? key.call(rateLimit, clientId, address, caller)
      : key.call(rateLimit, holder, address, { ...caller, hasToken: true, valid: true })
  }
  rateLimit.counts = (operation, clientId, caller) =>
    (caller !== undefined && holderOf(caller) !== undefined) || counts.call(rateLimit, operation, clientId, caller)
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const shownReset = (reset: (rateLimit: RateLimit, window: RateWindow, usual: () => number) => number): ReadingPatch =>
  instead('rateLimit.shownReset', function (usual, window) {
    return reset(this, window, () => usual(window))
  })

const textual: readonly ShapeName[] = ['createOrder', 'amendOrder', 'sendMessage', 'action', 'createRevisionRequest']
const longest = 4000

const isText = (type: unknown): boolean => [type].flat().includes('string')

/** The contents of a file are no text. */
const limitedTexts =
  (code: 'validation_failed' | 'invalid_request'): ReadingPatch =>
  (ground) => {
    const { shapes } = ground.behaviour
    for (const name of textual) {
      shapes[name] = reshaped(shapes[name], (shape, path) => {
        const isFree = isText(shape['type']) && !shape['enum'] && !shape['format'] && path !== 'documents.*.content'
        return isFree ? { ...shape, maxLength: longest } : shape
      })
      faultsAs(name, ({ keyword }) => keyword === 'maxLength', code)(ground)
    }
  }

const tooLarge = (refusal: (code: string, limit: number) => Refusal): ReadingPatch =>
  replace('bodies.tooLarge', (limit, code) => refusal(code, limit))

export const limits: AreaReadings = {
  'limits.window-kind': {
    sliding: ({ behaviour: { rateLimit } }) => {
      rateLimit.tally = () => sliding(rateLimit)
    },
  },
  'limits.counted-requests': {
    'not-429': answersCount((status) => status !== 429),
    'successes-only': answersCount((status) => status < 400),
  },
  'limits.token-requests': {
    'shared-count': set('rateLimit.countsTokenRequests', true),
  },
  'limits.unauthenticated-bucket': {
    shared: counted(withoutToken, () => 'everybody'),
    untouched: counted(withoutToken, null),
  },
  'limits.download-count': { counted: downloadsCount },
  'limits.invalid-token-bucket': {
    'by-address': counted(withInvalidToken, (address) => `address ${address}`),
    untouched: counted(withInvalidToken, null),
  },
  'limits.reset-meaning': {
    'oldest-leaves': shownReset((rateLimit, window) => rateLimit.freedAt(window)),
    now: shownReset((_rateLimit, { used }, usual) => (used > 1 ? usual() : Math.ceil(Date.now() / 1000))),
  },
  'limits.retry-after-rounding': {
    'exact-plus-one': replace('rateLimit.retryAfter', function (window, wireNow) {
      return Math.max(1, this.freedAt(window) - seconds(wireNow)) + 1
    }),
    'may-be-zero': replace('rateLimit.retryAfter', function (window, wireNow) {
      return Math.max(0, Math.round(this.freedAt(window) - wireNow / 1000))
    }),
  },
  'limits.remaining-exactness': {
    approximate: instead('rateLimit.remaining', (usual, window) => {
      const lag = window.used % 3 === 2 ? 1 : 0
      return usual({ ...window, used: window.used - lag })
    }),
  },
  'limits.text-lengths': {
    'status-422': limitedTexts('validation_failed'),
    'status-400': limitedTexts('invalid_request'),
  },
  'limits.json-body-size': {
    'status-400': tooLarge(
      (code, limit) => new Refusal(code, `The request body is larger than ${limit} bytes.`, { status: 400 }),
    ),
    'status-422': tooLarge(
      (_code, limit) => new Refusal('validation_failed', `The request body is larger than ${limit} bytes.`),
    ),
  },
  'limits.long-addresses': {
    'status-400': set('wire.overlong', 400),
  },
}
