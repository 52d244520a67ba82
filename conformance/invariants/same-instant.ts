/** Whether two timestamps are forms of one instant, of which one may be cut to the second. */
export const sameInstant = (one: string, other: string): boolean => {
  const [first, second] = [Date.parse(one), Date.parse(other)]
  if (one.includes('.') === other.includes('.')) return first === second
  return Math.floor(first / 1000) === Math.floor(second / 1000)
}
