// Does it conform? The run in one sentence, never better than it is: what is not tested does not count as passed.
import { headlineCounts, isAccepted } from '../headline.ts'
import type { Run } from '../summary.ts'
import { number, times } from './words.ts'

type VerdictLine = { tone: 'good' | 'bad' | 'doubt'; words: string }

const cutWords = { crashed: 'the run crashed', interrupted: 'the run was interrupted' }

export const verdictLine = (run: Run): VerdictLine => {
  const { finished, gate } = run
  const { selected, of, passed, errors, blocked, inconclusive, untested, violated, arguable, applying } =
    headlineCounts(run)
  const outcome = finished?.outcome ?? 'interrupted'
  if (outcome === 'preflight-failed') return { tone: 'doubt', words: 'Not tested: the run could not start' }
  const cut = outcome === 'complete' ? null : cutWords[outcome]
  const asked = selected === null ? '' : `${selected}: `
  const argued = arguable === 0 ? '' : `, ${number(arguable)} arguable`
  if (violated > 0) {
    const words = `${number(violated)} of ${times(of, 'rule')} violated${selected === null ? '' : ` (${selected})`}${argued}`
    if (isAccepted(run)) return { tone: 'doubt', words: `Does not conform, accepted: ${words}` }
    return { tone: 'bad', words: `Does not conform: ${words}${cut === null ? '' : `; ${cut}`}` }
  }
  if (cut !== null) return { tone: 'doubt', words: `No verdict: ${cut}` }
  if (finished?.exit_code === 1 && (gate?.problems.length ?? 0) > 0)
    return { tone: 'bad', words: 'No rule is violated, but the list of accepted failures is out of date' }
  if (finished?.exit_code === 2 && (gate?.blocked.length ?? 0) > 0)
    return { tone: 'doubt', words: `No verdict: ${asked}${number(blocked)} of ${times(of, 'rule')} blocked` }
  if (
    finished?.exit_code !== 0 ||
    applying === 0 ||
    run.rules.every(({ verdict }) => verdict !== 'pass' && verdict !== 'arguable')
  )
    return { tone: 'doubt', words: 'No verdict: too little was tested' }
  if (passed === applying)
    return {
      tone: 'good',
      words: `Conforms: ${applying === 1 ? 'the one rule passes' : `all ${number(applying)} rules pass`}`,
    }
  if (passed + arguable === applying) return { tone: 'good', words: `Conforms: 0 violated${argued}` }
  const left = errors + blocked + inconclusive + untested
  const open = left === 0 ? '' : `, ${number(left)} open`
  const where = selected === null ? '' : ` in ${selected}`
  return {
    tone: 'doubt',
    words: `No violation${where}: ${number(passed)} of ${times(of, 'rule')} ${of === 1 ? 'passes' : 'pass'}${argued}${open}`,
  }
}
