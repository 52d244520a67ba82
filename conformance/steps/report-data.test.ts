// What a package of UAD 3.6 must be: the contract leaves what its message says to the standard, which lets each part be absent.
import t from 'tap'
import type { Assertion } from '../evidence/assertion.ts'
import type { CheckContext } from '../kit/context.ts'
import { createExpect } from '../kit/expect.ts'
import { expectPackage, reportDataRules } from './report-data.ts'
import { zip } from './zip.ts'

const judged = async (message: string): Promise<[string, boolean][]> => {
  const assertions: Assertion[] = []
  const context = { expect: createExpect((one) => assertions.push(one)) } as unknown as CheckContext
  await expectPackage(context, { bytes: zip([{ name: 'report.xml', bytes: Buffer.from(message) }]), answers: [] })
  return assertions.map(({ rule, passed }) => [rule, passed])
}

t.test('a message of MISMO 3 with nothing filled in is one', async (t) => {
  const root = 'MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas" MISMOReferenceModelIdentifier="3.6.0366"'
  for (const message of [`<${root}/>`, `<${root}><DOCUMENT_SETS/></MESSAGE>`])
    t.strictSame(await judged(message), [[reportDataRules.zip, true]], message)
  t.strictSame(await judged('<note/>'), [[reportDataRules.zip, false]], 'what is no message is none')
})
