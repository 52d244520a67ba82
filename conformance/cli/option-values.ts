// The values that options take, read from text.
import { InvalidArgumentError } from 'commander'

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at most ten digits.')
  return Number(text)
}

export const percentage = (text: string): number => {
  const share = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text)?.[1]
  if (share === undefined || Number(share) > 100)
    throw new InvalidArgumentError('it must be a percentage, such as 95%.')
  return Number(share) / 100
}
