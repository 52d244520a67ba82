// Responses of a revision request: a reply has the identifier of a message, and a move that stands among them need not.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

const rule = 'conventions.revision-reply-ids-start-with-msg'
const check = 'conventions.revision-reply-has-a-message-id'

type Request = { responses: Record<string, unknown>[] }

const responding = (change: (responses: Request['responses']) => Request['responses']): Busy => ({
  after({ name }, { body }) {
    const { data } = (body ?? {}) as { data?: Request[] }
    if (!/^GET .*\/revision-requests$/.test(name) || !Array.isArray(data)) return body
    return { ...(body as object), data: data.map((one) => ({ ...one, responses: change(one.responses) })) }
  },
})

t.test('a move that nobody wrote a word to may stand there without an identifier', async (t) => {
  const moved = { status: 'accepted', at: '2026-03-02T15:00:00Z' }
  const busy = responding((responses) => [moved, ...responses])
  expectNoBlame(t, await judgeBusy(t, busy, check), rule)
})

t.test('a reply without its identifier is found beside a move that has one', async (t) => {
  const moved = { id: 'msg_1', status: 'accepted' }
  const busy = responding((responses) => [moved, ...responses.map(({ id: _id, ...rest }) => rest)])
  expectBlame(t, await judgeBusy(t, busy, check), rule)
})
