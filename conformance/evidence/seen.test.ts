import t from 'tap'
import { exchangeOf } from './exchange.support.ts'
import { seenInEntry } from './seen.ts'

const list = exchangeOf({
  body: { data: [null, { id: 'msg_1', body: 'one' }, { id: 'msg_2', body: 'two' }], rest: [{ id: 'msg_2' }] },
})
const other = exchangeOf({ body: {} })
const isIt = ({ id }: Record<string, unknown>): boolean => id === 'msg_2'

t.test('a field of an entry is shown where it stands, with all that it is compared with', async (t) => {
  t.same(seenInEntry(list, { isIt, field: 'body' }, other), {
    value: 'two',
    pointer: '/data/2/body',
    requests: [list.id, other.id],
  })
  t.same(seenInEntry(list, { at: '/rest', isIt, field: 'body' }), {
    value: undefined,
    pointer: '/rest/0/body',
    requests: [list.id],
  })
})

t.test('an entry that is not there, and a list that is none, show nothing', async (t) => {
  t.equal(seenInEntry(list, { isIt: () => false, field: 'body' }).value, undefined)
  t.equal(seenInEntry(other, { isIt, field: 'body' }).value, undefined)
})
