import t from 'tap'
import { parseProfile } from '../sut/profile.ts'
import { createContexts } from './contexts.ts'
import { createSession } from './session.ts'

const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: 'a-client-secret' } },
})

t.test('no marker is part of another, so that a search for one finds nothing else', async (t) => {
  const session = createSession({ run: 'a1b2c3d4', seed: 1, profile, emit: () => undefined, timeoutMs: 20_000 })
  const [one, other] = [createContexts(session).for('a.check'), createContexts(session).for('a.check')]
  const markers = Array.from({ length: 120 }, () => one.marker())
  const within = markers.filter((marker) => markers.some((text) => text !== marker && text.includes(marker)))
  t.strictSame(within, [])
  t.equal(new Set(markers).size, markers.length)
  t.match(other.marker(), /^assay-a1b2c3d4-/)
  await session.close()
})
