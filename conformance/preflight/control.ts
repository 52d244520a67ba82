// Whether the control port answers, where the profile names one.
import type { Session } from '../engine/session.ts'
import { reason, Inconclusive } from '../evidence/inconclusive.ts'
import type { Control } from '../sut/control.ts'
import type { Findings } from './findings.ts'
import { capped } from './capped.ts'

type Offered = { clock_mode: unknown; operations: readonly string[] | null }

const clockAlone = ['getClock', 'advanceClock']

/** What it says that it offers; the smallest port has a clock alone, and says nothing. */
const offeredBy = async (control: Control): Promise<Offered> => {
  try {
    const able = (await control.ask('GET', '/capabilities')) as { clock_mode?: unknown; operations?: unknown } | null
    const operations = Array.isArray(able?.operations) ? able.operations.map(String) : null
    return { clock_mode: able?.clock_mode, operations }
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    const clock = (await control.ask('GET', '/clock')) as { mode?: unknown } | null
    return { clock_mode: clock?.mode, operations: clockAlone }
  }
}

/** One that does not answer is left aside, as if the profile had named none. */
export const checkControl = async (session: Session, findings: Findings): Promise<void> => {
  const { control, profile } = session
  if (!control) return
  try {
    const { clock_mode: mode, operations } = await offeredBy(control)
    if (operations !== null) control.limitTo(operations)
    if (!control.offers('renewRateLimit')) session.pacing.stopRenewing()
    if (mode === 'manual') session.clock.stop()
    findings.ok('control', 'control_url', `The control port answers at ${profile.control_url}.`)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    session.leaveControl(reason('control-unreachable', { url: String(profile.control_url) }))
    findings.warn(
      'control',
      'control_url',
      'control_unreachable',
      `control_url ${profile.control_url} must lead to a control port, but ${capped(error.message)}; correct it or leave it out. ` +
        'What needs it is not tested.',
    )
  }
}
