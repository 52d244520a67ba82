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

const emptyPage = { data: [], page: 1, per_page: 25, total: 0, total_pages: 0 }

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

const notFound: Reply = { status: 404, body: { code: 'not_found', message: 'Nothing here.', correlation_id: 'c-1' } }

/** What such a run must end with: exit code 1 with this rule violated, or 2 with this reason. */
export type Lazy = { busy: Busy; areas: string[]; violates?: string; blocked?: string }

export const lazyTargets: Record<string, Lazy> = {
  'has an empty catalog': {
    busy: empties(/^GET \/order-types$/),
    areas: ['catalog', 'account'],
    blocked: 'rules_blocked',
  },
  'lists no order': {
    busy: empties(/^GET \/orders$/),
    areas: ['list'],
    violates: 'list.orders-are-those-of-the-account',
  },
  'lists no message': {
    busy: empties(/^GET \/orders\/[^/]+\/messages$/),
    areas: ['messages'],
    violates: 'messages.thread-holds-what-the-lender-sent',
  },
  'lists no document': { busy: empties(/^GET \/orders\/[^/]+\/documents$/), areas: ['documents'] },
  'lists no revision request': { busy: empties(/^GET \/orders\/[^/]+\/revision-requests$/), areas: ['revisions'] },
  'has an empty feed': { busy: empties(/^GET \/events$/), areas: ['feed'], violates: 'feed.holds-every-event' },
  'serves no download': {
    busy: swallows(/^GET \/download\//, () => notFound),
    areas: ['downloads'],
  },
  'keeps no message': {
    busy: swallows(/^POST \/orders\/[^/]+\/messages$/, (call) => ({
      status: 201,
      body: { id: newId('msg'), attachments: [], ...jsonOf(call), created_at: now() },
    })),
    areas: ['messages'],
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
  },
  'changes nothing by an amendment': {
    busy: swallows(/^PATCH \/orders\/[^/]+$/, (_call, reply) => reply, orderOf),
    areas: ['amend'],
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
  },
  'holds, resumes and cancels nothing': {
    busy: swallows(/^POST \/orders\/[^/]+\/(hold|resume|cancel)$/, (_call, reply) => reply, orderOf),
    areas: ['actions'],
  },
  'sets no webhook': {
    busy: swallows(
      /^PUT \/webhook$/,
      (_call, { body }) => ({ status: 200, body }),
      () => '/webhook',
    ),
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
  },
  'refuses every webhook': {
    busy: swallows(/^PUT \/webhook$/, () => ({
      status: 422,
      body: { code: 'semantic_validation_failed', message: 'No.', correlation_id: 'c-1' },
    })),
    areas: ['webhooks'],
    blocked: 'rules_blocked',
  },
  'refuses every specimen': {
    busy: swallows(/^POST \/webhook\/test$/, () => ({
      status: 422,
      body: { code: 'semantic_validation_failed', message: 'No.', correlation_id: 'c-1' },
    })),
    areas: ['webhooks'],
  },
  'refuses every amendment': {
    busy: swallows(/^PATCH \/orders\/[^/]+$/, () => ({
      status: 422,
      body: { code: 'validation_failed', message: 'No.', correlation_id: 'c-1' },
    })),
    areas: ['amend'],
  },
}
