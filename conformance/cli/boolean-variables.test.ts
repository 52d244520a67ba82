// Variables of options that are on or off: what means yes, what means no, and what is refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import t from 'tap'
import { callCommand } from '../../tests/call-command.ts'
import { root } from '../../tests/places.ts'
import { booleanWords } from './boolean-variables.ts'

type Flags = { open?: boolean; tries: boolean; file?: string }

const flagsWith = async (env: Record<string, string>, ...args: string[]) => {
  let flags: Flags | undefined
  const command = new Command('assay x')
    .addOption(new Option('--open').env('ASSAY_OPEN').conflicts('file'))
    .addOption(new Option('--no-tries').env('ASSAY_NO_TRIES'))
    .addOption(new Option('--file <file>').env('ASSAY_FILE'))
    .action((given: Flags) => void (flags = given))
  return { ...(await callCommand(command, args, { env })), given: flags as Flags | undefined }
}

for (const yes of [...booleanWords.on, 'TRUE', ' Yes '])
  t.test(`${JSON.stringify(yes)} switches on`, async (t) => {
    t.strictSame((await flagsWith({ ASSAY_OPEN: yes })).given, { open: true, tries: true })
    t.strictSame((await flagsWith({ ASSAY_NO_TRIES: yes })).given, { tries: false })
  })

for (const no of [...booleanWords.off, 'False', ''])
  t.test(`${JSON.stringify(no)} is as if it was not given`, async (t) => {
    t.match((await flagsWith({ ASSAY_OPEN: no, ASSAY_NO_TRIES: no })).given, { open: undefined, tries: true })
    t.match((await flagsWith({ ASSAY_OPEN: no }, '--open')).given, { open: true }, 'an option outweighs it')
    t.match((await flagsWith({ ASSAY_OPEN: no }, '--file', 'x')).given, { file: 'x' }, 'it conflicts with nothing')
  })

t.test('what is neither is refused by name', async (t) => {
  for (const [name, long] of [
    ['ASSAY_OPEN', '--open'],
    ['ASSAY_NO_TRIES', '--no-tries'],
  ] as const) {
    const { code, err, given } = await flagsWith({ [name]: 'banana' })
    t.equal(code, 3)
    t.match(
      err,
      new RegExp(`^invalid_variable: ${name} must be true, 1 or yes, .*${long}.* but is "banana"; correct it\\.`),
    )
    t.equal(given, undefined, 'nothing runs')
  }
})

t.test('a variable of an option with a value is left as it is', async (t) => {
  t.match((await flagsWith({ ASSAY_FILE: 'false' })).given, { file: 'false' })
})

t.test('docs/ci.md names each word, and no other', async (t) => {
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8').replace(/\s+/g, ' ')
  const [, on = '', off = ''] = /A switch is on with (.*?), and off with (.*?) or an empty value;/.exec(page) ?? []
  const words = (text: string): string[] => [...text.matchAll(/`(.*?)`/g)].map(([, word]) => word!)
  t.strictSame({ on: words(on), off: words(off) }, booleanWords)
})
