// The console of a control port that asks for a token, in a real browser: asked for once, kept for the tab, sent with every call and the stream.
import { inBrowser, openUrl, overflow, violationsShown } from '../browser.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'

const controlToken = 'a-token-of-this-test-alone-0123456789'

inBrowser('the console asks for the token once, and follows what happens with it', async (t) => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, controlToken })
  t.teardown(() => simulator.close())
  const { page, requests } = await openUrl(t, `${simulator.controlUrl}/console`)
  await page.waitForSelector('h1:has-text("This control port asks for a token")')
  t.strictSame(await violationsShown(page), [])
  t.equal(await overflow(page), 0)
  await page.fill('[name=token]', 'x'.repeat(40))
  await page.click('button:has-text("Open")')
  await page.waitForSelector('text=is not the right one')
  await page.fill('[name=token]', controlToken)
  await page.click('button:has-text("Open")')
  await page.waitForSelector('.dot.on')
  await page.waitForSelector('h1:has-text("Orders")')
  await fetch(`${simulator.controlUrl}/orders/seed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ statuses: ['new'] }),
  })
  await page.waitForSelector('text="1 order"')
  await page.reload()
  await page.waitForSelector('text="1 order"')
  t.notOk(
    requests.some((url) => url.includes(controlToken)),
    'no address has it',
  )
})

inBrowser('the address that the program prints opens the console, and leaves no token in it', async (t) => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, controlToken })
  t.teardown(() => simulator.close())
  const { page, troubles } = await openUrl(t, `${simulator.controlUrl}/console#token=${controlToken}`)
  await page.waitForSelector('.dot.on')
  await page.waitForSelector('h1:has-text("Orders")')
  t.notOk(page.url().includes(controlToken))
  await page.click('nav a:has-text("Journal")')
  await page.waitForSelector('h1:has-text("Journal")')
  t.strictSame(troubles, [])
})
