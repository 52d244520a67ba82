// `assay advance 1d`: moves the domain clock of a running simulator, and says what ran on the way.
import type { Command } from 'commander'
import type { components } from '../../../fixtures/control.js'
import { RemoteError } from './control-client.ts'
import { remoteCommand } from './remote-command.ts'

type Advanced = components['schemas']['Advanced']
type Request = components['schemas']['AdvanceClockRequest']

const secondsOf: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }

const unusable = (text: string): RemoteError => {
  const message = `How far to move must be a duration such as 1d, 36h or 1d12h30m, an instant such as 2027-01-04T09:00:00Z, next or idle, but is ${JSON.stringify(text)}; correct it.`
  return new RemoteError('unusable_move', message, 3)
}

/** @throws RemoteError unusable_move */
export const moveOf = (text: string): Request => {
  if (text === 'next') return { until: 'next_due' }
  if (text === 'idle') return { until: 'idle' }
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return { to: text }
  if (!/^(\d{1,7}[wdhms])+$/.test(text)) throw unusable(text)
  const parts = text.split(/(?<=[wdhms])/)
  return { seconds: parts.reduce((sum, part) => sum + parseInt(part, 10) * secondsOf[part.at(-1)!]!, 0) }
}

const most = 20

const textOf = ({ now, fired, idle, next_due_at: next }: Advanced): string => {
  const lines = fired.slice(0, most).map(({ at, what, subject }) => `  ${at}  ${what}  ${subject}`)
  const more = fired.length - lines.length
  const ended = idle === undefined ? [] : [idle ? 'Nothing is due any more.' : `The next thing is due at ${next}.`]
  const count = `${fired.length} ${fired.length === 1 ? 'thing' : 'things'} ran on the way`
  return `${[`Domain time is ${now}; ${count}.`, ...lines, ...(more > 0 ? [`  … and ${more} more`] : []), ...ended].join('\n')}\n`
}

export const advanceCommand = (): Command =>
  remoteCommand<{ json?: boolean }>(
    'advance',
    'Moves the domain clock of a running simulator forward. Returns when everything that fell due on the way has run.',
    async (control, { args: [far = ''], flags, write }) => {
      const advanced = await control.call<Advanced>('POST', '/clock/advance', moveOf(far))
      write(flags.json ? `${JSON.stringify(advanced)}\n` : textOf(advanced))
    },
  )
    .argument(
      '<move>',
      'a duration such as 1d, 36h or 1d12h30m; an instant; next: to what is due soonest; idle: until nothing is due',
    )
    .option('--json', 'print the answer of the control port')
