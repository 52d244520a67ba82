// The command that runs the plan of a cause again, as a person can paste it where the run was started.
import { join } from 'node:path'
import { planPath } from './plan-file.ts'
import type { CauseFound } from './run-record.ts'
import type { Run } from './summary.ts'
import { plainly } from './texts.ts'

/** One word of a shell, quoted where it must be. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Records of older versions do not say how the target was named. */
const namedIn = ({ environment }: Run): readonly string[] =>
  environment?.replay_with ?? (environment?.embedded ? [] : ['--target', 'target.yaml'])

/** `directory`: where the plan files are; where the run put its reports when not given. */
export const replayCommand = (
  run: Run,
  { cause }: Pick<CauseFound, 'cause'>,
  directory = run.started?.report_dir ?? '',
): string =>
  plainly(['npx assay replay', ...[join(directory, planPath(cause)), ...namedIn(run)].map(shellWord)].join(' '))
