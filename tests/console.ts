// The console of a simulator in a real browser, with orders whose texts mean harm.
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { startSimulator, type StartedSimulator, type StartOptions } from '../simulator/start/start-simulator.ts'
import { openUrl, type Opened } from './browser.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

export type Bench = {
  simulator: StartedSimulator
  /** Calls the control port. @throws where it refuses */
  control: (method: string, path: string, body?: object) => Promise<Json>
  /** Calls the sandbox as `main`. @throws where it refuses */
  lender: (method: string, path: string, body?: object) => Promise<Json>
  place: (more?: object) => Promise<string>
  visit: (t: Test, hash: string, given?: BrowserContextOptions) => Promise<Opened>
}

const send = async (url: string, method: string, body: object | undefined, headers: Record<string, string> = {}) => {
  const type = { ...headers, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(url, { method, headers: type, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: (await answer.json()) as Json }
}

export const startBench = async (t: Test, options: StartOptions = {}): Promise<Bench> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, allowHttpWebhooks: true, ...options })
  t.teardown(() => simulator.close())
  const { client_id, client_secret } = simulator.profile().credentials.main
  const { body: granted } = await send(`${simulator.sandboxUrl}/oauth/token`, 'POST', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  })
  const control: Bench['control'] = async (method, path, body) => {
    const answer = await send(`${simulator.controlUrl}${path}`, method, body)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const lender: Bench['lender'] = async (method, path, body) => {
    const bearer = { authorization: `Bearer ${granted.access_token}` }
    const answer = await send(`${simulator.sandboxUrl}${path}`, method, body, bearer)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const place: Bench['place'] = async (more = {}) => {
    const order = await lender('POST', '/orders', {
      order_type_code: '1004',
      due_date: new Date(simulator.clock.now() + 20 * 86_400_000).toISOString().slice(0, 10),
      loan: { purpose: 'refinance', number: 'L-77' },
      property: {
        address: { street: '12 Oak Lane', city: 'Austin', state: 'TX', postal_code: '78701' },
        type: 'single_family',
        occupancy: 'primary_residence',
      },
      borrowers: [
        {
          role: 'borrower',
          first_name: 'Zoë',
          last_name: 'Muñoz',
          contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
        },
      ],
      ...more,
    })
    return order.id
  }
  const visit: Bench['visit'] = (t, hash, given) => openUrl(t, `${simulator.controlUrl}/#/${hash}`, given)
  return { simulator, control, lender, place, visit }
}

/** Text that a page without care would run, turn around or be torn apart by. */
export const hostile = {
  markup: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  turned: 'abc\u202Egnp.exe\u202C\u200B',
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6),
}

/** All that the page shows as text. */
export const shownText = (page: Page): Promise<string> => page.evaluate('document.querySelector("main").textContent')
