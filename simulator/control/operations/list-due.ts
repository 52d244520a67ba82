// GET /clock/due: what would fire as the clock goes on, without moving it.
import { dueOf } from '../../engine/due.ts'
import { controlOperation } from '../operation.ts'
import { showTime } from '../../company/show.ts'

type Query = { until?: string; order_id?: string; limit: number }

export const listDue = controlOperation({
  id: 'listDue',
  method: 'get',
  path: '/clock/due',
  query: true,
  handle: ({ services, query }) => {
    const { until, order_id, limit } = query as Query
    const all = dueOf(services, until === undefined ? undefined : Date.parse(until))
    const due = order_id === undefined ? all : all.filter((one) => one.order_id === order_id)
    return { ...showTime(services), data: due.slice(0, limit), total: due.length }
  },
})
