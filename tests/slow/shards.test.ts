// Four shards of one selection, run one after another, are the single run when they are joined.
import { join } from 'node:path'
import t from 'tap'
import { testJoinedShards } from '../joined-shards.ts'
import { runAssay } from '../run-assay.ts'
import { simulatedTarget } from '../simulated-target.ts'

const directory = t.testdir({})
const at = (...parts: string[]): string => join(directory, ...parts)
const indices = ['1', '2', '3', '4']
const areas = ['account', 'catalog', 'messages'].flatMap((area) => ['--area', area])

/** A broken rule that every shard sees. */
const { file } = await simulatedTarget(t, { defect: 'no-remaining-header' })

t.before(async () => {
  const args = ['conform', ...areas, '--seed', '7', '--no-rerun', '--target', file, '--reporter', 'json,ndjson']
  await runAssay([...args, '--report-dir', at('single')])
  for (const index of indices) {
    const { code, output } = await runAssay([...args, '--shard', `${index}/4`, '--report-dir', at('parts', index)])
    if (code !== 1) throw new Error(output)
  }
})

testJoinedShards(t, { single: at('single'), parts: at('parts'), indices })
