// Errors of assay itself in one sentence, for the first screen of every report.
import { countVerdicts, reasonsFor, type Run } from './summary.ts'
import { times } from './texts.ts'

/** The rules that assay could not judge by an error of its own, which leaves the exit code to the others; null without any. */
export const ownErrors = (run: Run): string | null => {
  const { error } = countVerdicts(run.rules)
  if (error === 0) return null
  const [first] = reasonsFor(run, 'error')
  const rules = `${times(error, 'rule')} ${error === 1 ? 'is' : 'are'}`
  return `${rules} not judged by an error of assay, not of your server (${first?.sentence}). The other verdicts stand; please report it.`
}
