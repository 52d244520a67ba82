// A fault in one line, as a command line takes it.
import type { Fault } from '../public/fault.ts'

export const shownFault = (fault: Fault): string => {
  const { kind, ...rest } = fault
  const { operation, event_type, ...fields } = rest as Record<string, string | number | undefined>
  const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return [operation ?? event_type ?? '*', kind, ...given].join(':')
}
