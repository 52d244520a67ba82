// The go-live page of a real audit in a browser: accessible, of one file, and no wider than a phone.
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { createSimulator } from '../../simulator/simulator.ts'
import { inBrowser, open, overflow, violationsShown } from '../browser.ts'
import { runAssay } from '../run-assay.ts'
import { badClients } from './bad-clients.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

inBrowser('the go-live page, light and dark, wide and narrow', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  t.teardown(() => simulator.close())
  const folder = t.testdir()
  writeFileSync(join(folder, 'traffic.har'), await runClientOn(simulator, badClients['auth.client-caches-tokens']!()))
  await runAssay(['audit', join(folder, 'traffic.har'), '--report-dir', folder])
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      const look = `${colorScheme}, ${width} px`
      const viewport = { width, height: 900 }
      const { page, troubles, requests } = await open(t, join(folder, 'go-live.html'), '', { colorScheme, viewport })
      t.match(await page.textContent('h1'), /Does not conform: 1 of 103 rules violated/)
      t.match(await page.textContent('#change'), /Keep the token/)
      t.equal(await overflow(page), 0, `${look}: nothing sticks out`)
      t.strictSame(await violationsShown(page), [], `${look}: accessible`)
      t.strictSame([requests.length, troubles], [1, []])
    }
})
