// Money as decimal strings with two decimal places (Resources / Conventions): exact sums, never floating point.
import type { Money } from './records.ts'

const cents = (money: Money): bigint => BigInt(money.replace('.', ''))

const money = (amount: bigint): Money => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const usual = /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/

/** The sum, or null when any part is quoted by the company. */
export const sumMoney = (parts: readonly (Money | null)[]): Money | null => {
  if (parts.includes(null)) return null
  const [first] = parts as Money[]
  if (parts.length === 1 && usual.test(first!)) return first!
  return money((parts as Money[]).reduce((sum, part) => sum + cents(part), 0n))
}
