// Servers that answer well and do nothing in one place, each as a simulator behind a proxy: none may end green.
import type { Busy, Call, Instead, Reply } from './meanwhile/busy-target.ts'

type Fields = Record<string, unknown>

const jsonOf = ({ body }: Call): Fields => {
  try {
    return JSON.parse(body.toString()) as Fields
  } catch {
    return {}
  }
}

const emptyPage = { data: [], total: 0, total_pages: 0 }

/** A list that is always empty. */
const empties = (path: RegExp): Busy => ({
  after: ({ name }, { status, body }) => {
    if (status !== 200 || !path.test(name)) return undefined
    return 'next_cursor' in (body as Fields) ? { data: [], next_cursor: null } : { ...(body as Fields), ...emptyPage }
  },
})

/** A write that is answered and not carried out; `read` is looked at in its place. */
const swallows = (
  path: RegExp,
  answer: (call: Call, reply: Reply) => Reply,
  read: (call: Call) => string = () => '/account',
): Busy => ({
  instead: (call): Instead | undefined =>
    path.test(call.name) ? { read: read(call), answer: (reply) => answer(call, reply) } : undefined,
})

const orderOf = ({ order }: Call): string => `/orders/${order}`

let made = 0
const newId = (prefix: string): string => `${prefix}_01LAZY${String((made += 1)).padStart(8, '0')}`

const now = (): string => new Date().toISOString()

const refusal = (status: number, code: string, more: Fields = {}): Reply => ({
  status,
  body: { code, message: 'No.', ...more, correlation_id: crypto.randomUUID() },
})

const closed = ['report_complete', 'revised_report_complete', 'cancelled']

/** The order as it is, unless it is closed. */
const unamended = (_call: Call, { status, body }: Reply): Reply => {
  const { code } = (body as { status: { code: string } }).status
  if (!closed.includes(code)) return { status, body }
  return refusal(409, 'action_not_allowed_in_status', { current_status: code })
}

/** The configuration as it is, where the one sent is of use. */
const unset = (call: Call, { body }: Reply): Reply => {
  const { url, secret } = jsonOf(call)
  const isUsable = String(url).startsWith('https:') && (secret === undefined || String(secret).length >= 32)
  return isUsable ? { status: 200, body } : refusal(422, 'validation_failed')
}

/** What such a run must end with: exit code 1 with this rule violated, or 2 with this reason; either where neither is named. */
type Lazy = {
  busy: Busy
  areas: string[]
  /** What the profile does without: roles, or the control port. */
  without?: string[]
  violates?: string
  blocked?: string
}

/** The profile of such a target without some of it. */
export const lessOf = <P extends { credentials: object; control_url?: unknown }>(
  profile: P,
  without: readonly string[],
): P => {
  const kept = ([key]: [string, unknown]): boolean => !without.includes(key)
  const rest = Object.fromEntries(Object.entries(profile).filter(kept)) as P
  return { ...rest, credentials: Object.fromEntries(Object.entries(profile.credentials).filter(kept)) }
}

export const lazyTargets: Record<string, Lazy> = {
  'has an empty catalog': {
    busy: empties(/^GET \/order-types$/),
    areas: ['catalog', 'account'],
    without: ['control_url'],
    blocked: 'rules_blocked',
  },
  'lists no order': {
    busy: empties(/^GET \/orders$/),
    areas: ['list'],
    violates: 'list.orders-cover-the-whole-account',
  },
  'lists no message': {
    busy: empties(/^GET \/orders\/[^/]+\/messages$/),
    areas: ['messages'],
    violates: 'messages.thread-holds-what-the-lender-sent',
  },
  'lists no document': {
    busy: empties(/^GET \/orders\/[^/]+\/documents$/),
    areas: ['documents'],
    violates: 'documents.list-shows-the-orders-documents',
  },
  'lists no revision request': {
    busy: empties(/^GET \/orders\/[^/]+\/revision-requests$/),
    areas: ['revisions'],
    violates: 'revisions.list-shows-each-request',
  },
  'has an empty feed': { busy: empties(/^GET \/events$/), areas: ['feed'], violates: 'feed.holds-every-event' },
  'serves no download': {
    busy: swallows(/^GET \/download\//, () => refusal(404, 'not_found')),
    areas: ['downloads'],
    violates: 'downloads.link-is-valid-for-its-lifetime',
  },
  'keeps no message': {
    busy: swallows(/^POST \/orders\/[^/]+\/messages$/, (call) => ({
      status: 201,
      body: { id: newId('msg'), attachments: [], ...jsonOf(call), created_at: now() },
    })),
    areas: ['messages'],
    violates: 'messages.thread-holds-what-the-lender-sent',
  },
  'keeps no upload': {
    busy: swallows(/^POST \/orders\/[^/]+\/documents$/, () => ({
      status: 201,
      body: {
        id: newId('doc'),
        kind: 'supporting',
        filename: 'a.pdf',
        content_type: 'application/pdf',
        size_bytes: 9,
        created_at: now(),
      },
    })),
    areas: ['documents'],
    violates: 'documents.list-shows-the-orders-documents',
  },
  'changes nothing by an amendment': {
    busy: swallows(/^PATCH \/orders\/[^/]+$/, unamended, orderOf),
    areas: ['amend'],
    blocked: 'rules_blocked',
    without: ['no_amend'],
  },
  'opens no revision request': {
    busy: swallows(/^POST \/orders\/[^/]+\/revision-requests$/, (call) => ({
      status: 201,
      body: {
        id: newId('rr'),
        order_id: call.order,
        kind: 'correction',
        status: 'submitted',
        responses: [],
        created_at: now(),
        updated_at: now(),
        ...jsonOf(call),
      },
    })),
    areas: ['revisions'],
    violates: 'revisions.correction-moves-order-to-revision-requested',
  },
  'holds, resumes and cancels nothing': {
    busy: swallows(/^POST \/orders\/[^/]+\/(hold|resume|cancel)$/, (_call, reply) => reply, orderOf),
    areas: ['actions'],
    violates: 'actions.hold-moves-order-to-on-hold',
  },
  'sets no webhook': {
    busy: swallows(/^PUT \/webhook$/, unset, () => '/webhook'),
    areas: ['webhooks'],
  },
  'places no order': {
    busy: swallows(/^POST \/orders$/, (call) => ({
      status: 201,
      body: {
        id: newId('ord'),
        order_number: '1',
        ...jsonOf(call),
        status: { code: 'new', label: 'New', changed_at: now() },
      },
    })),
    areas: ['create'],
    violates: 'order.has-documents',
  },
  'refuses every webhook': {
    busy: swallows(/^PUT \/webhook$/, () => refusal(422, 'semantic_validation_failed')),
    areas: ['webhooks'],
    blocked: 'rules_blocked',
  },
  'refuses every specimen': {
    busy: swallows(/^POST \/webhook\/test$/, () => refusal(422, 'semantic_validation_failed')),
    areas: ['webhooks'],
    violates: 'webhooks.test-takes-an-event-type',
  },
}
