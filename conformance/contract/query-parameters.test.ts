// The query parameters of each list are those of the OpenAPI document.
import t from 'tap'
import { queryParameters } from './query-parameters.ts'

t.test('each list has its paging and its filters', async (t) => {
  t.strictSame(queryParameters().get('listMessages'), ['page', 'per_page'])
  t.match(queryParameters().get('listOrders'), ['page', 'per_page', 'status'])
  t.notOk(queryParameters().has('getOrder'))
})
