// The results of joined shards that are their own: that the webhook is another shard's is no reason where that shard is one of them.
import type { ShardResults } from '../../reports/run-record.ts'

type Row = ShardResults['results'][number]

/** All shards are joined, or none. */
export const ownResults = (rows: readonly Row[]): Row[] =>
  rows.filter(({ reason_code: code }) => code !== 'webhook-in-another-shard')
