// How far the target's clocks are from ours: the one it stamps things with, and that of its machine.
import type { Session } from '../engine/session.ts'
import { instantIn } from '../contract/instant.ts'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { cachedFor } from '../sut/intermediary.ts'
import type { Findings } from './findings.ts'

const tolerance = { noticeS: 60, deliveriesS: 240 }

// The Date header is cut to the second.
const shown = (offsetMs: number): string => {
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (seconds <= 1) return 'less than a second from ours'
  return `${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ours`
}

const offsetOf = (text: unknown, { startedAt, ms }: Answered): number | null => {
  const theirs = instantIn(text)
  return Number.isNaN(theirs) ? null : theirs - (startedAt + ms / 2)
}

/** Takes the target's own time for the run; gives why signatures cannot be judged by ours, where they cannot. */
export const checkClock = (session: Session, findings: Findings, ping: Answered): string | null => {
  const age = cachedFor(ping.response)
  const subject = session.profile.credentials.main.environment
  if (age !== null) {
    const message =
      `GET /ping came out of a cache, where it had been for ${age} s, so that it shows no clock; ` +
      'let nothing before the service keep its answers.'
    findings.warn('clock', subject, 'cached_ping', message, { age_s: age })
    return null
  }
  const { time } = fieldsIn(jsonOf(ping.response.body))
  const stamps = offsetOf(time, ping)
  const machine = offsetOf(headerOf(ping.response.headers, 'date'), ping)
  if (stamps !== null) session.clock.set(stamps)
  const facts = { time_offset_ms: stamps && Math.round(stamps), date_offset_ms: machine && Math.round(machine) }
  // `time` may follow a clock of its own, as a simulator's does; the Date header comes from the machine.
  const skew = machine ?? stamps
  if (skew === null) {
    findings.warn('clock', subject, 'no_clock', 'GET /ping has no readable time, so the clocks cannot be compared.')
    return null
  }
  if (Math.abs(skew) <= tolerance.noticeS * 1000) {
    findings.ok('clock', subject, `The clock of the target is ${shown(skew)}.`, facts)
    return null
  }
  const far = Math.abs(skew) > tolerance.deliveriesS * 1000
  findings.warn(
    'clock',
    subject,
    'clocks_differ',
    `The clock of the target is ${shown(skew)}, and one of the two is wrong; set them by a time server` +
      `${far ? ', since signatures are fresh for five minutes only' : ''}.`,
    facts,
  )
  return far ? `the clocks of the target and of this machine differ by ${Math.round(Math.abs(skew) / 1000)} s` : null
}
