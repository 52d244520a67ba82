// What a simulator that is to answer like a deployment says of the readings that it cannot take.
import type { Likeness } from './read-likeness.ts'

const shown = 3

const counted = (count: number): string => `${count} ${count === 1 ? 'reading' : 'readings'}`

/** A report may hold anything. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')

/** For the banner, on one line; null where every reading was taken. */
export const leftLine = ({ left }: Pick<Likeness, 'left'>): string | null => {
  if (left.length === 0) return null
  const first = left.slice(0, shown).map(plain).join(', ')
  const more = left.length > shown ? `, … (--log-level info or --profile-out shows all)` : ''
  return `${counted(left.length)} of the report cannot be taken: ${first}${more}`
}

/** For the head of a profile, as comments of YAML; nothing where every reading was taken. */
export const leftComment = ({ left }: Pick<Likeness, 'left'>): string =>
  left.length === 0
    ? ''
    : [`This simulator is not like the deployment in ${counted(left.length)}:`, ...left.map((one) => `  ${one}`)]
        .map((line) => `# ${plain(line)}\n`)
        .join('')
