// The refusal of a call that no operation takes: the operations that are like it, and where all of them are described.
import { Refusal } from '../domain/refusal.ts'
import type { DocumentOperation } from '../calls/document.ts'

type Route = Pick<DocumentOperation, 'id' | 'method' | 'path'>

const mostNamed = 5
const mostLetters = 200

const routeOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`

const pairsIn = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

const isParameter = (part: string): boolean => part.startsWith('{')

/** From 0 to 1 for each part of the path, in order; any text is like a parameter, though less than a word is like itself. */
const likeness = (asked: readonly string[], path: string): number => {
  const own = path.split('/').slice(1)
  const shares = own.map((part, at) => {
    const given = asked[at] ?? ''
    if (isParameter(part)) return given === '' ? 0 : 0.5
    const [one, other] = [pairsIn(given.toLowerCase()), pairsIn(part)]
    return (2 * [...one].filter((pair) => other.has(pair)).length) / (one.size + other.size || 1)
  })
  // Where the first part is another word, the rest says nothing.
  return shares[0]! < 0.5 ? 0 : shares.reduce((sum, one) => sum + one, 0) / Math.max(own.length, asked.length)
}

const nearest = (path: string, offered: readonly Route[]): Route[] => {
  const asked = path.slice(0, mostLetters).split('/').slice(1)
  return offered
    .map((route) => ({ route, like: likeness(asked, route.path) }))
    .filter(({ like }) => like >= 0.4)
    .toSorted((one, other) => other.like - one.like)
    .slice(0, mostNamed)
    .map(({ route }) => route)
}

export const unknownRoute = (method: string, path: string, offered: readonly Route[]): Refusal => {
  const near = nearest(path, offered)
  const named =
    near.length === 0 ? '' : ` the nearest ${near.length === 1 ? 'is' : 'are'} ${near.map(routeOf).join(', ')};`
  const sentence = `There is no ${method} ${path.slice(0, mostLetters)} here;${named} GET /openapi.yaml describes all.`
  const details = near.map((route) => ({ field: 'path', code: 'offered', value: routeOf(route), message: route.id }))
  return new Refusal('not_found', sentence, { status: 404, details })
}
