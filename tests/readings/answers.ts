// Orders and answers that the readings are looked at in.
import t from 'tap'
import { open } from './look.ts'
import type { Eye } from './look.ts'

export const one = ({ simulator }: Eye, freedom: string) => {
  const taken = simulator.readings[freedom]
  return taken === undefined ? {} : { [freedom]: taken }
}
export const lone = (eye: Eye, freedom: string) => open(t, { readings: one(eye, freedom) })
export const correction = { kind: 'correction', reason: 'a typing error' }
export const delivered = (eye: Eye) => eye.placedAt('appraiser_assigned', 'report_complete')

export const missing = (eye: Eye) => eye.get('/orders/ord_nothing')
