// An answer that leaves out what a check compares is the target's doing: its rule is blocked for that reason, and assay has made no error.
import t from 'tap'
import { judgeBusy } from './meanwhile/busy-target.ts'
import { verdictsIn } from './small-profiles.ts'

type Page = { data: Record<string, unknown>[] }

t.test('a thread that shows neither what was sent nor when says nothing of its order', async (t) => {
  const judged = await judgeBusy(
    t,
    {
      after: ({ name }, { body }) =>
        /^GET .*\/messages$/.test(name)
          ? { ...(body as Page), data: (body as Page).data.map(({ id }) => ({ id, subject: { toString: 1 } })) }
          : undefined,
    },
    'list.messages-are-paged',
  )
  t.match(verdictsIn(judged).get('list.messages-oldest-first'), {
    verdict: 'inconclusive',
    reason_code: 'messages-without-order',
  })
})
