// A client that looks up what it may order, places orders, amends, holds, resumes and reactivates them.
import type { Client, Loose } from './client.ts'
import { dueIn, productsIn, purchase, refinance, withUnit, type Products } from './orders.ts'
import { control, error, ok, once, type Scene } from './client-scene.ts'

export const catalogue = async (client: Client): Promise<Omit<Products, 'postal'>> => {
  const lists: Loose[][] = []
  for (const has_adu of ['false', 'true']) {
    const rows: Loose[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { has_adu, page: String(page), per_page: '100' }
      const list = ok(await client.get('listOrderTypes', '/order-types', query))
      rows.push(...list.data)
      pages = list.total_pages
    }
    lists.push(rows)
  }
  return productsIn(lists[0]!, lists[1]!)
}

export const placeOrders = async (scene: Scene, client: Client): Promise<string[]> => {
  if (scene.products.plain === '') throw new Error('this company has no product that anybody may order')
  const { recorder, clock } = scene
  recorder.plan('POST /orders', { status: 500, body: error('internal_error'), done: true }, 'lost')
  const first = ok(await client.create(refinance(clock.now(), scene.products), 'key-1'))
  // The answer that is lost is that of the second attempt at the first order.
  const second = ok(await client.create(purchase(clock.now(), scene.products), 'key-2'))
  if (scene.products.tiered !== '') await corrections(scene, client)
  return [first.id, second.id]
}

/** An order that is refused, and placed again once it is corrected. */
const corrections = async ({ recorder, clock, conduct, products }: Scene, client: Client): Promise<void> => {
  const refused = {
    status: 422,
    body: error('semantic_validation_failed', [{ field: 'due_date', code: 'invalid_value' }]),
  }
  const order = withUnit(clock.now(), products)
  recorder.plan('POST /orders', refused, ...(conduct.fix(422) ? [] : [refused]))
  await client.create(order, 'key-3')
  await client.create(
    { ...order, ...(conduct.fix(422) ? { due_date: dueIn(clock.now(), 30) } : { lender_reference: 'LOAN-3B' }) },
    'key-4',
  )
}

export const actions = async (scene: Scene, client: Client, [first, second]: string[]): Promise<void> => {
  const { recorder, clock, conduct } = scene
  const amended = await client.patch(second!, {
    notes: [{ type: 'appointment', text: 'Call first.' }],
    borrowers: [
      {
        first_name: 'Ann',
        last_name: 'Example',
        contacts: [{ type: 'phone', role: 'home', value: '+1 512 555 0101' }],
      },
    ],
  })
  if (amended?.status === 403) throw new Error('this lender may not amend')
  recorder.plan('PATCH /orders/{}', { status: 500, body: error('internal_error') })
  await once(
    client.habits.looksFirst.after500,
    () => client.patch(second!, { lender_reference: 'LOAN-2B' }),
    async () =>
      ok(await client.get('getOrder', `/orders/${second}`)).lender_reference === 'LOAN-2B' ? true : undefined,
  )
  ok(await client.post('holdOrder', `/orders/${second}/hold`, { reason: 'The borrower travels.' }))
  ok(await client.post('resumeOrder', `/orders/${second}/resume`, {}))
  await clock.pass(600)
  ok(await client.get('getOrder', `/orders/${second}`))
  recorder.plan('POST /orders/{}/hold', {
    status: 409,
    body: { ...error('action_not_allowed_in_status'), current_status: 'new' },
  })
  await client.post('holdOrder', `/orders/${first}/hold`, { reason: 'Papers are missing.' })
  if (conduct.readsAfter409) ok(await client.get('getOrder', `/orders/${first}`))
  const held = await client.post('holdOrder', `/orders/${first}/hold`, { reason: 'Papers are missing still.' })
  if (held?.status === 409) ok(await client.get('getOrder', `/orders/${first}`))
  ok(await client.post('resumeOrder', `/orders/${first}/resume`, {}))
}

export const rests = async ({ clock, conduct }: Scene, client: Client, order: string): Promise<void> => {
  ok(await client.post('holdOrder', `/orders/${order}/hold`, { reason: 'The borrower travels.' }))
  const resumed = ok(await client.post('resumeOrder', `/orders/${order}/resume`, {}))
  if (resumed.status.code !== 'off_hold') throw new Error(`the order is at ${resumed.status.code}`)
  await clock.pass(600)
  if (conduct.readsOffHold) ok(await client.get('getOrder', `/orders/${order}`))
}

export const reactivation = async (scene: Scene, client: Client, order: string): Promise<void> => {
  ok(await client.post('cancelOrder', `/orders/${order}/cancel`, { reason: 'The loan is off.' }))
  await control(scene, `/orders/${order}/move`, { to_status: 'reactivated' })
  const seen = ok(await client.get('getOrder', `/orders/${order}`))
  if (seen.status.code !== 'reactivated') throw new Error(`the order is at ${seen.status.code}`)
  await scene.clock.pass(600)
  if (scene.conduct.readsReactivated) ok(await client.get('getOrder', `/orders/${order}`))
}
