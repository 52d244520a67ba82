// Does it conform? The run in one sentence, never better than it is: what is not tested does not count as passed.
import { countVerdicts, selectedIn, type Run } from '../summary.ts'
import { number, times } from './words.ts'

export type VerdictLine = { tone: 'good' | 'bad' | 'doubt'; words: string }

const cutWords = { crashed: 'the run crashed', interrupted: 'the run was interrupted' }

export const verdictLine = (run: Run): VerdictLine => {
  const { finished, gate } = run
  const counts = countVerdicts(run.rules)
  const applying = run.rules.length - counts['not-applicable']
  const outcome = finished?.outcome ?? 'interrupted'
  if (outcome === 'preflight-failed') return { tone: 'doubt', words: 'Not tested: the run could not start' }
  const cut = outcome === 'complete' ? null : cutWords[outcome]
  if (counts.fail > 0) {
    const violated = `${number(counts.fail)} of ${times(applying, 'rule')} violated`
    if (cut === null && finished?.exit_code === 0)
      return { tone: 'doubt', words: `Does not conform, accepted: ${violated}` }
    return { tone: 'bad', words: `Does not conform: ${violated}${cut === null ? '' : `; ${cut}`}` }
  }
  if (cut !== null) return { tone: 'doubt', words: `No verdict: ${cut}` }
  if (finished?.exit_code === 1 && (gate?.problems.length ?? 0) > 0)
    return { tone: 'bad', words: 'No rule is violated, but the list of accepted failures is out of date' }
  if (finished?.exit_code !== 0 || applying === 0 || counts.pass === 0)
    return { tone: 'doubt', words: 'No verdict: too little was tested' }
  if (counts.pass === applying)
    return {
      tone: 'good',
      words: `Conforms: ${applying === 1 ? 'the one rule passes' : `all ${number(applying)} rules pass`}`,
    }
  const selected = selectedIn(run)
  const [of, pass] = selected ? [selected.rules.length, countVerdicts(selected.rules).pass] : [applying, counts.pass]
  const open = pass === of ? '' : `, ${number(of - pass)} open`
  const where = selected ? ` in ${selected.name}` : ''
  return {
    tone: 'doubt',
    words: `No violation${where}: ${number(pass)} of ${times(of, 'rule')} ${of === 1 ? 'passes' : 'pass'}${open}`,
  }
}
