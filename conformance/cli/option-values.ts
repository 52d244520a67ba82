// The values that options take, read from text.
import { InvalidArgumentError } from 'commander'

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at most ten digits.')
  return Number(text)
}

const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `90s`, `10m`, `2h`, in seconds. */
export const duration = (text: string): number => {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('it must be a time, such as 90s, 10m or 2h.')
  return Number(count) * secondsIn[unit]!
}

export const percentage = (text: string): number => {
  const share = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text)?.[1]
  if (share === undefined || Number(share) > 100)
    throw new InvalidArgumentError('it must be a percentage, such as 95%.')
  return Number(share) / 100
}
