// `assay adequacy` with the defects that there are, in this process: wrong usage is refused, and rules without a defect are listed.
import t from 'tap'
import { adequacyCommand } from '../proof/cli/adequacy.ts'
import type { Injected } from '../proof/matrix/injected.ts'
import { isCodedError } from '../conformance/contract/coded-error.ts'
import { defects } from '../proof/defects/index.ts'

const injected: Injected = {
  defects: async () => defects,
  start: () => Promise.reject(new Error('no simulator is needed')),
  worker: { module: 'none', args: [] },
}

const adequacy = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const ended = { code: -1, output: '' }
  const shell = {
    print: (text: string) => void (ended.output += text),
    end: (code: number) => void (ended.code = code),
  }
  try {
    await adequacyCommand(injected, shell).exitOverride().parseAsync(args, { from: 'user' })
    return ended
  } catch (error) {
    if (!isCodedError(error)) throw error
    return { code: error.exitCode, output: `${error.code}: ${error.message}\n` }
  }
}

t.test('a defect that is not there, or an area, is a usage error', async (t) => {
  for (const args of [
    ['--defect', 'none-such'],
    ['--area', 'nowhere'],
  ]) {
    const { code, output } = await adequacy(...args)
    t.equal(code, 3, output)
    t.match(output, new RegExp(args[1]!))
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  }
})

t.test('the rules without a defect are listed', async (t) => {
  const { code, output } = await adequacy('--list-gaps')
  t.equal(code, 0)
  t.notMatch(output, /[^a-z0-9.\n-]/)
})
