// `assay rules --check`: whether the passages that rules rest on stand in a copy of the contract as they did when the rules were written.
import { plainly, times } from '../../reports/texts.ts'
import { checkPassages, type Found } from '../contract/check-passages.ts'
import { readContract } from '../contract/contract-words.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { serviceRules, type KnownPassage } from '../contract/contract.ts'

const rulesOn = (id: string): string[] =>
  serviceRules()
    .filter(({ rests_on: ids = [] }) => ids.includes(id))
    .map((rule) => rule.id)

const mostRules = 6

const restLines = (id: string): string[] => {
  const own = rulesOn(id)
  if (own.length === 0) return ['    no rule rests on it']
  const more = own.length - mostRules
  return [
    `    ${times(own.length, 'rule')}: ${own.slice(0, mostRules).join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
  ]
}

const rowOf = ({ at, words }: KnownPassage): string => `{ at: ${JSON.stringify(at)}, words: '${words}' }`

const listed = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines])

/**
 * Exit code 1 where other words, or none, stand in a place; a passage that only moved says what it said.
 * @throws CodedError no_contract
 */
export const checkedContract = (file: string): { text: string; exitCode: number } => {
  const { found, added } = checkPassages(readContract(file))
  const named = (is: Found['is']): Found[] => found.filter((one) => one.is === is)
  const [there, moved, changed, lost] = [named('there'), named('moved'), named('changed'), named('lost')]
  const counts = `${times(found.length, 'passage')}: ${there.length} in place, ${moved.length} moved, ${changed.length} changed, ${lost.length} lost; ${added.length} not known`
  if (there.length + moved.length === 0)
    throw new CodedError(
      'no_contract',
      `${plainly(file)} must be a copy of the contract, but has none of the ${times(found.length, 'passage')} that rules rest on; name another file.`,
      exitCodes.couldNotJudge,
    )
  const lines = [
    counts,
    ...listed(
      'Changed: other words stand there',
      changed.flatMap((one) => [`  ${one.at}, words now '${'now' in one ? one.now : ''}'`, ...restLines(one.id)]),
    ),
    ...listed(
      'Lost: neither the place nor the words',
      lost.flatMap(({ id, at }) => [`  ${at}`, ...restLines(id)]),
    ),
    ...listed(
      'Moved: the same words elsewhere',
      moved.map((one) => `  ${one.at} → ${'to' in one ? one.to : ''}`),
    ),
    ...listed(
      'Not known: no rule can rest on it until fixtures/passages.yaml has its row',
      added.map((one, index) => `  P${found.length + index + 1}: ${rowOf(one)}`),
    ),
  ]
  return {
    text: `${lines.map(plainly).join('\n')}\n`,
    exitCode: changed.length + lost.length > 0 ? exitCodes.ruleBroken : exitCodes.nothingBroken,
  }
}
