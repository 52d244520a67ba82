// Options of `assay conform` that had another name: the former one, and its variable, still work, and no help shows them.
import { Command } from 'commander'
import t from 'tap'
import { callCommand } from '../../tests/call-command.ts'
import { conformOptions, wantsRerun, type Flags } from './conform-flags.ts'

const conform = (action: (flags: Flags) => void = () => {}): Command => {
  const command = new Command('assay conform').action(action)
  for (const option of conformOptions) command.addOption(option)
  return command
}

const rerunWith = async (args: string[], env: Record<string, string> = {}): Promise<boolean | undefined> => {
  let wanted: boolean | undefined
  const { code, err } = await callCommand(
    conform((flags) => void (wanted = wantsRerun(flags))),
    args,
    { env },
  )
  if (code !== 0) throw new Error(err)
  return wanted
}

t.test('reruns are switched off by either name', async (t) => {
  t.equal(await rerunWith([]), true)
  for (const option of ['--no-rerun', '--no-second-tries']) t.equal(await rerunWith([option]), false, option)
  for (const name of ['ASSAY_NO_RERUN', 'ASSAY_NO_SECOND_TRIES']) {
    t.equal(await rerunWith([], { [name]: '1' }), false, name)
    t.equal(await rerunWith([], { [name]: '0' }), true, name)
  }
})

t.test('the help shows the name of today alone', async (t) => {
  const help = conform().helpInformation()
  t.match(help, /--no-rerun/)
  t.match(help, /ASSAY_NO_RERUN/)
  t.notMatch(help, /second-tries|SECOND_TRIES/)
})
