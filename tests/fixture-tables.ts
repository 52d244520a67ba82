// The tables of fixtures/ that several tests read, as those tests know them.
import { loadFixture } from './fixture-files.ts'

export type Operations = 'all' | string[]
type Freedom = { id: string; kind: string; readings: Record<string, string>; default: string; operations: Operations }
type Limits = { limits: Record<string, { value: number | null }>; rate_limit_headers: { name: string }[] }
export type Vector = {
  id: string
  secret: string
  header: string
  body: string | null
  body_base64: string
  received_at: number
}
type Vectors = {
  scheme: { tolerance_seconds: number }
  positive: (Vector & { t: number; v1: string })[]
  negative: (Vector & { fails: string })[]
  open: (Vector & { freedom: string })[]
}

export const { freedoms } = loadFixture<{ freedoms: Freedom[] }>('freedoms.yaml')
export const { limits, rate_limit_headers: rateLimitHeaders } = loadFixture<Limits>('limits.yaml')
export const vectors = loadFixture<Vectors>('vectors/signatures.json')

export const repeated = (values: string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index)
