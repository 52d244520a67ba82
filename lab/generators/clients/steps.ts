// Runs the steps of a generated client by name, and prints one line for each.
import { readFileSync } from 'node:fs'
import { strictEqual as same } from 'node:assert/strict'

export { same }
export const {
  BASE_URL: base = '',
  NEW_URL: newer = '',
  CLIENT_ID: clientId = '',
  CLIENT_SECRET: secret = '',
} = process.env
const due = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
export const order = {
  order_type_code: '1004',
  due_date: due,
  loan: { purpose: 'refinance' as const },
  property: {
    address: { postal_code: '78701' },
    type: 'single_family' as const,
    occupancy: 'primary_residence' as const,
  },
  borrowers: [
    {
      role: 'borrower' as const,
      first_name: 'Sam',
      last_name: 'Sample',
      contacts: [{ type: 'phone' as const, role: 'cell' as const, value: '+1 512 555 0100' }],
    },
  ],
}
export const pdf = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'
export const file = () => new File([pdf], 'sales.pdf', { type: 'application/pdf' })
export const event = JSON.parse(readFileSync('event.json', 'utf8')) as never
export const linkParts = (url: string) => {
  const { searchParams } = new URL(url, base)
  return { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' }
}
export const textOf = async (value: unknown): Promise<string> =>
  typeof value === 'string' ? value : value instanceof Blob ? value.text() : String(value)

export const tokenByHand = async (): Promise<string> => {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret })
  const reply = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await reply.json()) as { access_token: string }).access_token
}

export const run = async (steps: Record<string, () => Promise<void>>): Promise<void> => {
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step()
      console.log('ok', name)
    } catch (error) {
      console.log(
        'failed',
        name,
        (error as Error).name,
        String((error as Error).message)
          .replaceAll(/\s+/g, ' ')
          .slice(0, 200),
      )
    }
  }
}
