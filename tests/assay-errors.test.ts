// What a check cannot compare for a bug of the target is no error of assay.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { Wire } from '../conformance/sut/send.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { callAssay } from './call-command.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

type Report = { rules: { id: string; verdict: string; reason_code?: string }[] }

const folder = t.testdir({ out: {} })

t.test('a short secret is taken, so that another one than the long one is in force', async (t) => {
  const { code, output } = await callAssay(
    [
      ...'conform --embedded --only webhooks.new-secret-signs-what-follows --seed 1 --no-rerun'.split(' '),
      ...'--report-dir out --reporter json -- --defect webhook-secret-of-any-length'.split(' '),
    ],
    { GITHUB_ACTIONS: '' },
    folder,
  )
  t.equal(code, 2, output)
  const { rules } = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as Report
  t.strictSame(
    rules.filter(({ verdict }) => verdict === 'error'),
    [],
  )
  t.equal(rules.find(({ id }) => id === 'webhooks.put-sets-the-secret')?.reason_code, 'stopped-after-failure')
})

const deadLettered = 'feed.dead-lettered-event-stays-readable'

const unsaid = ['feed.delivery-has-attempts', 'feed.dead-lettered-event-has-that-status']

t.test('an event that is not sent nine times leaves its rules blocked', async (t) => {
  const { output } = await callAssay(
    [
      ...`conform --embedded --only ${deadLettered} --seed 1 --no-rerun`.split(' '),
      ...'--report-dir out --reporter json -- --defect eight-attempts'.split(' '),
    ],
    { GITHUB_ACTIONS: '' },
    folder,
  )
  const { rules } = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as Report
  for (const rule of unsaid)
    t.match(
      rules.find(({ id }) => id === rule),
      { verdict: 'inconclusive', reason_code: 'not-dead-lettered' },
      output,
    )
})

/** Switches the webhook off, as its company may, once the feed shows the fourth attempt of an event. */
const switchingOff = (wire: Wire): Wire => {
  let isOff = false
  return {
    async send(message) {
      const answered = await wire.send(message)
      const { pathname, origin } = new URL(message.url)
      const shown = Buffer.from(answered.response?.body ?? []).toString()
      if (isOff || !pathname.endsWith('/events') || !/"attempts": ?4/.test(shown)) return answered
      isOff = true
      const settings = { ...message, url: `${origin}${pathname.replace(/events$/, 'webhook')}` }
      const { response } = await wire.send(settings)
      const { url } = JSON.parse(Buffer.from(response!.body).toString()) as { url: string }
      const headers: typeof message.headers = [...message.headers, ['Content-Type', 'application/json']]
      await wire.send({
        ...settings,
        method: 'PUT',
        headers,
        body: Buffer.from(JSON.stringify({ url, enabled: false })),
      })
      return answered
    },
    close: () => wire.close(),
  }
}

t.test('a webhook that is switched off during the attempts is why there are no more', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => id === deadLettered)
  const judged = await judge(simulator.profile(), { checks, through: switchingOff, options: { rerun: false } })
  for (const rule of unsaid)
    t.match(
      verdictsIn(judged).get(rule),
      { verdict: 'inconclusive', reason_code: 'webhook-moved' },
      JSON.stringify(verdictsIn(judged).get(rule)),
    )
})
