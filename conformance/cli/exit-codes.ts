// The meaning of each exit code: one table, printed below every help and compared with the docs.

type Row = readonly [code: number | 'other', meaning: string]

const usage = 'wrong usage'
const violated = 'a rule is violated, or the list of accepted failures is out of date'

const judged: readonly Row[] = [
  [0, 'no rule is violated, and the target blocked none'],
  [1, violated],
  [
    2,
    'no verdict: target not reached, run interrupted, rules blocked by the target, too little judged; or a report is not written',
  ],
  [3, usage],
]

const remote = (done: string): readonly Row[] => [
  [0, done],
  [1, 'refused by the simulator'],
  [2, 'the simulator was not reached'],
  [3, usage],
]

export const exitCodesOf = {
  simulate: [
    [0, 'stopped by a signal, or a list was printed'],
    [3, `not started: ${usage}, a port that is taken, a file that cannot be used`],
  ],
  exec: [
    [0, 'the command ended with 0; with --bisect, its result is the same under the readings of --vary'],
    [1, 'with --audit, the client violates a rule; with --bisect, the command fails for some readings'],
    [
      2,
      'with --audit, no rule could be judged; with --bisect, the command fails under the default readings, or not in every run',
    ],
    [3, usage],
    [126, 'the command cannot be run'],
    [127, 'the command is not found'],
    ['other', 'the exit code of the command'],
  ],
  listen: [
    [0, 'stopped by a signal; the webhook is as it was before'],
    [1, 'refused by the simulator'],
    [2, 'the simulator was not reached, or the listen address cannot be used'],
    [3, usage],
  ],
  trigger: remote('the event is raised'),
  stop: [
    [0, 'the simulator has ended'],
    [1, 'refused by the simulator, or it still answers'],
    [2, 'the simulator was not reached'],
    [3, usage],
  ],
  reset: remote('everything but the clock and the snapshots is as it was at the start'),
  advance: remote('the clock is moved, and everything that fell due has run'),
  fault: remote('done'),
  conform: judged,
  receiver: [
    [0, 'no rule is violated'],
    [1, violated],
    [2, 'no verdict: the receiver was not reached, or it verifies with another secret'],
    [3, usage],
  ],
  init: [
    [0, 'the profile is written'],
    [2, 'the target was not reached, or refused the credential; nothing is written'],
    [3, `${usage}, or a file that is there already`],
  ],
  adequacy: [
    [0, 'every defect and mutant that was killed before is still killed'],
    [1, 'a defect or mutant that was killed before now survives'],
    [2, 'no verdict: the run is not complete, or some could not be judged'],
    [3, usage],
  ],
  replay: [
    [0, 'the rule passes, or its violation is arguable'],
    [1, 'the rule is violated again'],
    [2, 'no verdict: the target was not reached, or the plan could not be run to its end'],
    [3, usage],
  ],
  judge: [
    [0, 'no rule is violated'],
    [1, violated],
    [2, 'no verdict: the record is of a run that did not come to its end, or that judged nothing'],
    [3, `${usage}, or a record that cannot be read`],
  ],
  audit: [
    [0, 'no rule of the client is violated, as far as the journal shows'],
    [1, violated],
    [2, 'no verdict: no rule could be judged from the journal'],
    [3, `${usage}, or a journal that cannot be read`],
  ],
  explain: [
    [0, 'the rule is shown'],
    [3, `${usage}: an unknown rule, or a record that cannot be read`],
  ],
  report: [
    [0, 'every report is written, whatever the reports say'],
    [3, `${usage}, or a record that cannot be read`],
  ],
  /** Of the last round. */
  watch: judged,
  health: [
    [0, 'the simulator answers'],
    [1, 'it does not answer'],
    [3, usage],
  ],
  merge: [
    [0, 'no rule is violated'],
    [1, violated],
    [2, 'no verdict: a shard is missing or did not come to its end, or rules are blocked'],
    [3, usage],
  ],
  compare: [
    [0, 'nothing regressed'],
    [1, 'a rule regressed that is not accepted and decides the exit code; with --strict, a rule is no longer tested'],
    [2, 'they cannot be compared: a report cannot be read, a run judged nothing, or the second run did not end'],
    [3, usage],
  ],
  rules: [
    [0, 'listed; with --check, no passage has changed'],
    [1, 'with --check, a passage has changed or is missing'],
    [2, 'with --check, the file is not a copy of the contract'],
    [3, usage],
  ],
} satisfies Record<string, readonly Row[]>

export type CommandName = keyof typeof exitCodesOf

const isCommand = (name: string): name is CommandName => Object.hasOwn(exitCodesOf, name)

/** Nothing for a command that has no row. */
export const exitCodeHelp = (name: string): string => {
  if (!isCommand(name)) return ''
  const rows: readonly Row[] = exitCodesOf[name]
  const width = Math.max(...rows.map(([code]) => String(code).length))
  return ['\nExit codes:', ...rows.map(([code, meaning]) => `  ${String(code).padEnd(width)}  ${meaning}`)].join('\n')
}
