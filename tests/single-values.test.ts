// Which options of which commands may be given twice, and what is said of the others.
import t from 'tap'
import type { Command } from 'commander'
import { auditCommand } from '../conformance/cli/audit.ts'
import { compareCommand } from '../conformance/cli/compare.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { exitCodesOf, type CommandName } from '../conformance/cli/exit-codes.ts'
import { explainCommand } from '../conformance/cli/explain.ts'
import { initCommand } from '../conformance/cli/init.ts'
import { judgeCommand } from '../conformance/cli/judge.ts'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { receiverCommand } from '../conformance/cli/receiver.ts'
import { replayCommand } from '../conformance/cli/replay.ts'
import { rulesCommand } from '../conformance/cli/rules.ts'
import { takesOneValue } from '../conformance/cli/single-values.ts'
import { watchCommand } from '../conformance/cli/watch.ts'
import { adequacyCommand } from '../proof/cli/adequacy.ts'
import { reportCommand } from '../reports/command.ts'
import { simulateCommand } from '../simulator/cli/command.ts'
import { execCommand } from '../simulator/cli/exec/command.ts'
import { healthCommand } from '../simulator/cli/health-command.ts'
import { listenCommand } from '../simulator/cli/listen/command.ts'
import { advanceCommand } from '../simulator/cli/remote/advance.ts'
import { faultCommand } from '../simulator/cli/remote/fault.ts'
import { resetCommand } from '../simulator/cli/remote/reset.ts'
import { stopCommand } from '../simulator/cli/remote/stop.ts'
import { triggerCommand } from '../simulator/cli/trigger/command.ts'
import { callAssay, callCommand } from './call-command.ts'
import { assay } from './places.ts'

const program = { command: process.execPath, args: [assay] }
const embedded = { ...program, args: [assay, 'simulate'] }
const defects = async () => []

const commands: Record<CommandName, () => Command> = {
  simulate: simulateCommand,
  exec: execCommand,
  listen: listenCommand,
  trigger: triggerCommand,
  stop: stopCommand,
  reset: resetCommand,
  advance: advanceCommand,
  fault: faultCommand,
  conform: () => conformCommand({ embedded }),
  receiver: receiverCommand,
  init: initCommand,
  adequacy: () => adequacyCommand({ defects } as unknown as Parameters<typeof adequacyCommand>[0]),
  replay: () => replayCommand({ embedded }),
  judge: judgeCommand,
  audit: auditCommand,
  explain: () => explainCommand({ defects }),
  report: reportCommand,
  watch: () => watchCommand({ program }),
  health: healthCommand,
  merge: mergeCommand,
  compare: compareCommand,
  rules: () => rulesCommand({ defects }),
}

const refused = (long: string, name: string) => {
  const err = `repeated_option: ${long} takes one value, but is given twice; give it once. See \`assay help ${name}\`.\n`
  return { code: 3, out: '', err, output: err }
}

for (const name of Object.keys(exitCodesOf) as CommandName[])
  t.test(`assay ${name}: an option with a value says that it may be repeated, or is refused when it is`, async (t) => {
    for (const option of commands[name]().options.filter(({ required, optional }) => required || optional)) {
      const long = option.long!
      t.equal(
        takesOneValue(option),
        !/may be repeated|repeatable/.test(option.description),
        `${long}: ${option.description}`,
      )
      if (!takesOneValue(option) || option.required) continue
      t.strictSame(await callCommand(commands[name](), [long, 'a', long, 'b']), refused(long, name))
    }
  })

t.test(
  'an option with one value that is given twice is refused, however it is written and whatever the values are',
  async (t) => {
    const cases: [long: string, name: string, ...args: string[]][] = [
      ['--defect', 'simulate', '--defect', 'a', '--defect', 'b'],
      ['--seed', 'conform', '--seed', '1', '--seed=1'],
      ['--clock', 'simulate', '--clock', 'real', '--clock', 'manual'],
      ['--timeout', 'replay', 'plan.json', '--timeout', '1', '--timeout', '2'],
      ['--every', 'watch', '--every', '1m', '--every', '2m'],
    ]
    for (const [long, name, ...args] of cases) t.strictSame(await callAssay([name, ...args]), refused(long, name))
  },
)

t.test('one that may be repeated is taken again, and so is an option without a value', async (t) => {
  const list = ['conform', '--list', '--list', '--only', 'auth.*', '--only', 'account.*']
  t.match(await callAssay(list), { code: 0, out: /account\./, err: '' })
})

t.test('an option beside its variable is given once', async (t) => {
  t.match(await callAssay(['conform', '--list', '--seed', '2'], { ASSAY_SEED: '1' }), { code: 0 })
})

t.test('a freedom has one reading, in one option and in several', async (t) => {
  const twice = 'list.page-numbers has one reading, but two are given; leave one out.'
  const [one, other] = ['list.page-numbers=refused', 'list.page-numbers=clamped']
  for (const args of [[`${one},${other}`], [one, '--reading', other]])
    t.match(await callAssay(['simulate', '--port', '0', '--control-port', '0', '--reading', ...args]), {
      code: 3,
      err: new RegExp(`^invalid_argument: .*${twice}`),
    })
})

t.test('an option for the embedded simulator stands for the one that assay gives it', async (t) => {
  const args = ['--report-dir', t.testdir(), '--only', 'account.identifies-the-credential']
  const more = ['--journal-entries', '10', '--control-port=0']
  t.match(await callAssay(['conform', '--embedded', ...args, '--', ...more]), { code: 0 })
  const twice = await callAssay(['conform', '--embedded', ...args, '--', ...more, '--journal-entries', '11'])
  t.match(twice, { code: 3, err: /^unusable_simulator_options: .*repeated_option: --journal-entries takes one value/ })
})
