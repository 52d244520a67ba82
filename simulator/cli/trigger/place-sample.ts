// An order for which any product of a world will do: made-up data, placed in the company's portal.
import type { components } from '../../../fixtures/control.js'
import { RemoteError, type ControlClient } from '../remote/control-client.ts'
import { findAccount } from '../remote/find-account.ts'
import type { SimulatorProfile } from '../../public/simulator-options.ts'

type Schemas = components['schemas']
export type OrderAnswer = Schemas['OrderAnswer']

const dayMs = 86_400_000

const draft = (order_type_code: string, postal_code: string, now: string): object => ({
  order_type_code,
  due_date: new Date(Date.parse(now) + 20 * dayMs).toISOString().slice(0, 10),
  lender_reference: 'TRIGGER-1',
  loan: { purpose: 'refinance', number: 'TRIGGER-1' },
  property: {
    address: { street: '1 Main St', postal_code },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Ann',
      last_name: 'Example',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
})

const isRefused = (error: unknown): error is RemoteError => error instanceof RemoteError && error.exitCode === 1

/** For the lender and environment of a credential. @throws RemoteError */
export const placeSample = async (control: ControlClient, clientId: string | undefined): Promise<OrderAnswer> => {
  const profile = await control.call<SimulatorProfile>('GET', '/profile')
  const { lender_id, environment } = await findAccount(control, profile, clientId)
  const { data: lenders } = await control.call<{ data: Schemas['Lender'][] }>('GET', '/lenders')
  const { data: companies } = await control.call<{ data: Schemas['Company'][] }>('GET', '/companies')
  const { company_id } = lenders.find((one) => one.id === lender_id)!
  const products = companies.find((one) => one.id === company_id)!.catalog
  const { now } = await control.call<{ now: string }>('GET', '/clock')
  const [postal = '78701'] = profile.postal_codes.resolvable
  let last: RemoteError | null = null
  for (const { code } of products) {
    try {
      return await control.call<OrderAnswer>('POST', '/orders', {
        lender_id,
        environment,
        order: draft(code, postal, now),
      })
    } catch (error) {
      // Another product may ask for less.
      if (!isRefused(error)) throw error
      last = error
    }
  }
  throw last ?? new RemoteError('no_product', `The company ${company_id} has no product; give --order.`, 1)
}
