// An amendment of an order that the caller does not have: a target that names the field otherwise may refuse the name first.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy } from './meanwhile/busy-target.ts'

const check = 'errors.unknown-resource-is-not-found'
const rule = 'errors.unknown-resource-is-404'

t.test('a name that the target does not know may be refused before the order is looked for', async (t) => {
  const readings = {
    'amend.field-names': 'own-names',
    'conventions.unknown-request-fields': 'status-400',
    'actions.unknown-order-precedence': 'status-422',
  }
  expectNoBlame(t, await judgeBusy(t, { options: { readings } }, check), rule)
})

t.test('a name that it takes on an order of the caller is no reason to refuse', async (t) => {
  const judged = await judgeBusy(
    t,
    {
      answer({ name }, { status, headers, body }, response) {
        if (!name.startsWith('PATCH /orders/') || status !== 404) return false
        const { 'content-length': _length, ...others } = headers
        response.writeHead(422, others)
        response.end(JSON.stringify({ ...(body as object), code: 'validation_failed' }))
        return true
      },
    },
    check,
  )
  expectBlame(t, judged, rule, check)
})
