// A verdict by a status: which ones show that the bug is gone, which that it is there, and which say nothing of it.
import type { Finding } from './run-record.ts'
import { shortly, textOf } from './texts.ts'

/** Patterns of the shell's `case`, looked at in this order; what fits none of them is in doubt, too. */
export type StatusVerdict = { by: 'status'; expected: string; doubts: string; passes: string; fails: string }

const any = /\b[1-5](?:\d\d|xx)\b/g

/** What a text begins with: a number further on may be one of bytes. */
const leading = /^(?:not |one of )?[1-5](?:\d\d|xx)(?:(?:, | or |\/)[1-5](?:\d\d|xx))*(?=$|[ ,:(])/

const statusesIn = (expected: unknown, isOfStatus: boolean): string[] =>
  ((isOfStatus ? textOf(expected) : leading.exec(textOf(expected))?.[0])?.match(any) ?? []) as string[]

export const namesStatuses = (expected: unknown): boolean => statusesIn(expected, false).length > 0

const patterns = (of: readonly string[]): string => of.map((one) => one.replaceAll('x', '?')).join('|')

/** Whether the shell's `case` takes a status for one of these patterns. */
export const isLike = (status: string, pattern: string): boolean =>
  pattern.split('|').some((one) => {
    if (one === '*') return true
    const [, from, to, rest = one] = /^\[(\d)-(\d)\](.*)$/.exec(one) ?? []
    if (from !== undefined && (status[0]! < from || status[0]! > to!)) return false
    const own = from === undefined ? status : status.slice(1)
    return own.length === rest.length && [...rest].every((character, at) => character === '?' || character === own[at])
  })

/** What is no error has none. */
const ofErrors = /-errors-are-the-declared-ones$/

const fits = (status: number, of: readonly string[]): boolean => isLike(String(status), patterns(of))

/** A token that is no longer good, a rate that is used up, maintenance: any request may be answered so. */
const ofAnyRequest = ['401', '429', '503']

/** Null where the status is not what is wrong. */
export const byStatus = (
  { expected, pointer, rule = '' }: Pick<Finding, 'expected' | 'pointer'> & { rule?: string },
  { status, isWithToken }: { status: number; isWithToken: boolean },
): StatusVerdict | null => {
  const named = statusesIn(expected, pointer === 'status')
  const shown = shortly(expected)
  const doubted = ofAnyRequest.filter(
    (one) => one !== String(status) && !named.includes(one) && (isWithToken || one !== '401'),
  )
  const shared = { by: 'status', doubts: patterns(doubted) } as const
  const [, below = ''] = /^(?:≤ (?=[1-5]99$)|below (?=[2-6]00$))(\d)/.exec(textOf(expected)) ?? []
  if (below !== '') {
    const highest = Number(below) - (shown.startsWith('below') ? 1 : 0)
    return { ...shared, passes: `[1-${highest}]??`, fails: '*', expected: shown }
  }
  const isNegated = typeof expected === 'string' && expected.startsWith('not ')
  if (isNegated && fits(status, named)) return { ...shared, passes: '*', fails: patterns(named), expected: shown }
  if (named.length > 0 && !isNegated)
    return fits(status, named)
      ? null
      : {
          ...shared,
          passes: patterns([...named, ...(ofErrors.test(rule) ? ['2xx'] : [])]),
          fails: '*',
          expected: shown,
        }
  // What is expected is named in words: of a success the status is not what is wrong, and another refusal may be as wrong.
  if (status < 400) return null
  const passes = status < 500 ? '2??' : '[1-4]??'
  return { ...shared, passes, fails: String(status), expected: shown }
}

/** The order of the patterns: where all but some pass, those are looked at first. */
const ordered = ({ doubts, passes, fails }: StatusVerdict): [string, 0 | 1 | 2][] => {
  const pass: [string, 0 | 1 | 2] = [passes, 0]
  const fail: [string, 0 | 1 | 2] = [fails, 1]
  const known = passes === '*' ? [fail, pass] : [pass, fail]
  return [...(doubts === '' ? [] : [[doubts, 2] as [string, 0 | 1 | 2]]), ...known, ['*', 2]]
}

/** As a script does it; null where the status says nothing. */
export const isPassedBy = (verdict: StatusVerdict, status: number): boolean | null => {
  const [, code] = ordered(verdict).find(([pattern]) => isLike(String(status), pattern))!
  return code === 2 ? null : code === 0
}

const inDoubt = 'echo "not judged: $JUDGED_STATUS says nothing of this bug."; return 2'

/** The `case` of a script. */
export const statusCase = (verdict: StatusVerdict): string => {
  const rows = ordered(verdict)
  const last = rows.findIndex(([pattern]) => pattern === '*')
  const branches = rows
    .slice(0, last + 1)
    .map(([pattern, code]) => `${pattern}) ${code === 2 ? inDoubt : `return ${code}`} ;;`)
  return `case "$JUDGED_STATUS" in ${branches.join(' ')} esac`
}
