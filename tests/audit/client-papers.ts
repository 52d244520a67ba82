// A client that uploads files, writes messages, downloads a report and asks for its revision.
import type { Client } from './client.ts'
import { error, ok, once, type Scene } from './client-scene.ts'

const file = (name: string, size: number, type = 'application/pdf'): FormData => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('description', 'evidence')
  form.set('file', new Blob([`%PDF-1.4\n${'x'.repeat(size)}`], { type }), name)
  return form
}

const upload = (client: Client, order: string, form: FormData) =>
  client.call({ operation: 'uploadDocument', method: 'POST', path: `/orders/${order}/documents`, body: form })

export const papers = async (scene: Scene, client: Client, order: string): Promise<void> => {
  const { recorder, habits, conduct } = scene
  const documents = `/orders/${order}/documents`
  recorder.plan('POST /orders/{}/documents', 'lost')
  await once(
    habits.looksFirst.upload,
    () => upload(client, order, file('deed.pdf', 100)),
    async () => ok(await client.get('listDocuments', documents)).data[0],
  )
  recorder.plan('POST /orders/{}/documents', { status: 413, body: error('payload_too_large') })
  await upload(client, order, file('plan.pdf', 400))
  ok(await upload(client, order, conduct.fix(413) ? file('plan.pdf', 200) : file('plan.pdf', 500)))
  recorder.plan('POST /orders/{}/documents', { status: 415, body: error('unsupported_media_type') })
  await upload(client, order, file('scan', 100, 'application/octet-stream'))
  ok(await upload(client, order, conduct.fix(415) ? file('scan', 100) : file('scan', 101, 'application/octet-stream')))
  const [document] = ok(await client.get('listDocuments', documents)).data
  const thread = `/orders/${order}/messages`
  recorder.plan('POST /orders/{}/messages', 'lost')
  const message = {
    recipient: 'manager',
    subject: 'Access',
    body: 'The key is with the agent.',
    document_ids: [document.id],
  }
  await once(
    habits.looksFirst.message,
    () => client.post('sendMessage', thread, message, {}),
    async () => ok(await client.get('listMessages', thread)).data.at(-1),
  )
  recorder.plan('POST /orders/{}/messages', {
    status: 400,
    body: error('validation_failed', [{ field: 'subject', code: 'invalid_value' }]),
  })
  const long = { recipient: 'manager', subject: 'A subject', body: 'Thank you.', document_ids: [] }
  await client.post('sendMessage', thread, long)
  if (!conduct.fix(400)) recorder.plan('POST /orders/{}/messages', { status: 400, body: error('validation_failed') })
  await client.post('sendMessage', thread, {
    ...long,
    ...(conduct.fix(400) ? { subject: 'Thanks' } : { body: 'Thanks.' }),
  })
}

export const report = async (scene: Scene, client: Client, order: string): Promise<void> => {
  const { recorder, habits, conduct, clock } = scene
  const advance = (to_status: string) => client.post('advanceOrder', `/sandbox/orders/${order}/advance`, { to_status })
  ok(await advance('report_complete'))
  const seen = ok(await client.get('getOrder', `/orders/${order}`))
  const pdf = seen.documents.find(({ kind }: { kind: string }) => kind === 'report_pdf')
  const link = async (): Promise<string> => ok(await client.get('getDocument', `/documents/${pdf.id}`)).download.url
  const url = await link()
  if (!conduct.linkAtOnce) await clock.pass(900)
  await client.download(url)
  await clock.pass(900)
  await client.download(conduct.linkAgain === 'fresh' ? await link() : url)
  if (conduct.numberFirst) ok(await client.patch(order, { loan: { number: '1001' } }))
  const requests = `/orders/${order}/revision-requests`
  recorder.plan('POST /orders/{}/revision-requests', 'lost')
  const correction = { kind: 'correction', reason: 'The second borrower is missing.' }
  const asked = await once(
    habits.looksFirst.revision,
    () => client.post('createRevisionRequest', requests, correction),
    async () => ok(await client.get('listRevisionRequests', requests)).data[0],
  )
  // Some companies take no loan number once the report is there.
  if (asked?.status === 409 && conduct.readsAfter409) ok(await client.get('getOrder', `/orders/${order}`))
  await advance('revised_report_complete')
  const [document] = ok(await client.get('listDocuments', `/orders/${order}/documents`)).data
  await client.post('createRevisionRequest', requests, {
    kind: 'reconsideration_of_value',
    reason: 'Two sales nearby.',
    acknowledgements: { prior_appraisal_provided: false, comparable_sales_provided: true },
    document_ids: [document.id],
  })
}
