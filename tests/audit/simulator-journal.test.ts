// The simulator's own journal of a client's life is judged as a proxy's is, with the clients, operations and clocks that it names.
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { auditOf } from './audit-journal.ts'
import { badClients } from './bad-clients.ts'
import type { Bad } from './client-conduct.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

const journalOf = async (bad?: Bad) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  try {
    await runClientOn(simulator, bad)
    return { har: JSON.stringify(simulator.journal.toHar()), entries: simulator.journal.entries() }
  } finally {
    await simulator.close()
  }
}

t.test('a good client', async (t) => {
  const { har, entries } = await journalOf()
  const { failed, passed, findings } = auditOf(har)
  t.strictSame(failed, [], JSON.stringify(findings, null, 2))
  t.ok(passed.includes('auth.client-caches-tokens') && passed.includes('feed.client-reconciles-long-gaps-from-orders'))
  const lines = entries.map((entry) => JSON.stringify(entry)).join('\n')
  t.strictSame(auditOf(lines).passed, passed, 'NDJSON says the same')
})

for (const rule of [
  'auth.client-caches-tokens',
  'idempotency.client-always-sends-a-key',
  'downloads.client-does-not-store-the-link',
  'list.client-overlaps-update-windows',
  'documents.client-uploads-supporting-files-only',
])
  t.test(rule, async (t) => {
    const { har } = await journalOf(badClients[rule]!())
    t.strictSame(auditOf(har).failed, [rule])
  })
