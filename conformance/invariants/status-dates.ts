// A status that says that something was set goes with a date of the order that shows it.
import { isObject } from '../contract/is-object.ts'
import { assertion } from '../evidence/assertion.ts'
import { present } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const delivered = { rule: 'order.completed-at-is-set-by-a-delivery', date: 'completed_at' }

const said: Record<string, { rule: string; date: string } | undefined> = {
  appointment_scheduled: { rule: 'lifecycle.appointment-scheduled-shows-appointment-at', date: 'appointment_at' },
  report_complete: delivered,
  revised_report_complete: delivered,
}

export const statusDates: ShapeInvariant = {
  id: 'invariant.status-dates',
  rules: [...new Set(Object.values(said).flatMap((one) => one?.rule ?? []))],
  assert: ({ visits }) =>
    visits.flatMap(({ value, components, pointer }) => {
      if (!components.includes('Order') || !isObject(value)) return []
      const { status, dates } = value
      const one = isObject(status) ? said[String(status['code'])] : undefined
      // A date that is left out is another rule's matter.
      const shown = one && isObject(dates) ? dates[one.date] : undefined
      if (!one || shown === undefined) return []
      return assertion(one.rule, shown !== null, present, shown, `${pointer}/dates/${one.date}`)
    }),
}
