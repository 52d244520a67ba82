// The HTML report in a real browser, at every size and in every colour: with a keyboard, without a script, on paper, and when it is long.
// Silent for up to 300 s.
import { join } from 'node:path'
import { htmlReport } from '../../reports/html/page.ts'
import { absorb, emptyRun } from '../../reports/summary.ts'
import { focused, hashComes, hashOf, inBrowser, open, testLook, violations, type Look } from '../browser.ts'
import { recordOf } from '../records.ts'

const looks: Record<'sound' | 'broken' | 'interrupted', Look[]> = {
  sound: [['dark', 1280]],
  broken: [
    ['light', 1280],
    ['dark', 390],
  ],
  interrupted: [['light', 390]],
}

for (const [kind, each] of Object.entries(looks) as [keyof typeof looks, Look[]][])
  inBrowser(`the report of a run that is ${kind}`, async (t) => {
    for (const look of each) await testLook(t, kind, look)
  })

inBrowser('what the checker does not find, it would have found', async (t) => {
  const poor =
    '<!doctype html><html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#ccc">pale words'
  const { page } = await open(t, join(t.testdir({ 'poor.html': poor }), 'poor.html'))
  const found = (await violations(page)).map((one) => one.split(':')[0])
  t.strictSame(found.toSorted(), ['button-name', 'color-contrast'])
})

inBrowser('a broken run', async (t) => {
  const { at } = await recordOf('broken')
  const file = at('report.html')

  await t.test('the filters work by keyboard, and are kept in the address', async (t) => {
    const { page } = await open(t, file)
    const rules = page.locator('.rule:not([hidden])')
    const all = Number(await page.getAttribute('#rule-filters', 'data-count'))
    await page.focus('#rule-filters [name=verdict]')
    await page.keyboard.press('f')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('remaining header')
    // The address follows the keys after a pause, which a busy machine makes between any two of them.
    await hashComes(page, /^#rules\?verdict=fail&q=remaining\+header$/)
    // What is folded is unpacked before it is filtered.
    await page.locator('#rule-filters output', { hasText: ' of ' }).waitFor()
    const count = await rules.count()
    t.ok(count > 0 && count < all, `${count} of ${all}`)
    t.equal(await page.textContent('#rule-filters output'), `${count} of ${all.toLocaleString('en-US')} rules`)
    const again = await open(t, file, await hashOf(page))
    await again.page.locator('#rule-filters output', { hasText: `${count} of ` }).waitFor()
    t.equal(await again.page.locator('.rule:not([hidden])').count(), count, 'the address alone brings it back')
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Show all')
    await page.keyboard.press('Enter')
    await hashComes(page, /^#rules$/)
    t.equal(await rules.count(), all)
    await page.fill('#rule-filters [name=q]', 'no-rule-says-this')
    await page.waitForSelector('#no-entry:not([hidden])')
    const odd = await open(t, file, '#rules?verdict=%22&area=x&q=')
    t.match(await odd.page.textContent('#rule-filters output'), /^[\d,]+ rules$/, 'what is no choice chooses nothing')
  })

  await t.test('an exchange opens by its address, by a link, and by its id', async (t) => {
    const { page, troubles } = await open(t, file, '#x3')
    const dialog = page.locator('dialog[open]')
    const shows = (id: string) => dialog.locator('h2', { hasText: new RegExp(`^${id} `) }).waitFor()
    const isClosed = () => dialog.waitFor({ state: 'detached' })
    await shows('x3')
    t.match(await dialog.textContent(), /Bearer •••|grant_type|client_id/, 'with its request')
    await page.keyboard.press('ArrowRight')
    await shows('x4')
    await hashComes(page, /^#x4$/)
    await page.keyboard.press('ArrowLeft')
    await shows('x3')
    await page.keyboard.press('Escape')
    await isClosed()
    await hashComes(page, /^(?!#x3$)/)

    const link = page.locator('.steps a.x').first()
    const id = await link.textContent()
    await link.focus()
    await page.keyboard.press('Enter')
    await shows(id!)
    t.match(await dialog.textContent(), '✕ violates', 'with the rules it violates')
    await page.keyboard.press('Escape')
    await isClosed()
    t.equal(await focused(page), id, 'the focus comes back to the link')

    await page.fill('#open-one [name=id]', 'X2')
    await page.keyboard.press('Enter')
    await shows('x2')
    await page.keyboard.press('Escape')
    await isClosed()
    await page.fill('#open-one [name=id]', 'x999999')
    await page.keyboard.press('Enter')
    await page.locator('#open-one output', { hasText: 'none of that id' }).waitFor()
    t.strictSame(troubles, [])
  })

  await t.test('the way back closes it', async (t) => {
    const { page } = await open(t, file)
    await page.locator('.steps a.x').first().click()
    await page.waitForSelector('dialog[open]')
    await page.goBack()
    await page.waitForSelector('dialog:not([open])', { state: 'attached' })
    t.equal(await page.locator('dialog[open]').count(), 0)
  })

  await t.test('a link to a rule opens it, even where a filter hides it', async (t) => {
    const rule = '[id="rule-limits.remaining-header-on-every-response"]'
    const { page } = await open(t, file, '#rules?verdict=pass')
    await page.locator('#rule-filters output', { hasText: ' of ' }).waitFor()
    t.equal(await page.locator(`${rule}:not([hidden])`).count(), 0)
    await page.locator('.cause .source a').first().click()
    await page.waitForSelector(`${rule}[open]:not([hidden])`)
    const direct = await open(t, file, '#check-invariant.rate-limit')
    await direct.page.waitForSelector('[id="check-invariant.rate-limit"][open]')
    t.ok(await direct.page.locator('[id="check-invariant.rate-limit"]').isVisible(), 'and what it is folded in')
  })

  await t.test('the first stop of the keyboard leads past the navigation', async (t) => {
    const { page } = await open(t, file)
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Skip to the summary')
    await page.keyboard.press('Enter')
    await hashComes(page, /^#summary$/)
  })

  await t.test('light and dark, by a button', async (t) => {
    const { page } = await open(t, file, '', { colorScheme: 'light' })
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.click('#theme')
    t.equal(await paper(), light, 'light asked for')
    await page.click('#theme')
    t.not(await paper(), light)
    t.equal(await page.textContent('#theme'), 'Colours: dark')
  })

  await t.test('the command that replays it is copied', async (t) => {
    const { page } = await open(t, file, '', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.locator('.cause button.copy').first().click()
    await page.locator('#said', { hasText: /^Copied/ }).waitFor({ state: 'attached' })
    t.match(await page.evaluate('navigator.clipboard.readText()'), /^npx assay replay \S*plans\//)
  })

  await t.test('without scripts it is read all the same', async (t) => {
    const { page } = await open(t, file, '', { javaScriptEnabled: false })
    t.match(await page.innerText('h1'), /Does not conform/)
    const cause = await page.locator('.cause').first().innerText()
    t.match(cause, 'Every response, errors included, has an')
    t.match(cause, /EXPECTED\s+matches \/\^\\d\+\$\/\s+RECEIVED\s+absent/)
    t.match(await page.locator('.cause .exchange').first().innerText(), /200/)
    await page.locator('.cause summary', { hasText: 'curl script' }).first().click()
    t.match(await page.locator('.cause pre', { hasText: '#!/bin/sh' }).first().innerText(), 'curl -sik')
    t.equal(await page.locator('#theme').isVisible(), false, 'what needs a script is not shown')
    await page.locator('#checks summary').first().click()
    t.match(await page.locator('#checks details[open]').innerText(), 'Without scripts, see the files beside this page.')
    t.equal(await page.locator('#rule-filters').isVisible(), false)
  })

  await t.test('on paper the causes are whole, and no control is there', async (t) => {
    const { page } = await open(t, file)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    t.equal(await page.locator('.cause details:not([open])').count(), 0)
    t.equal(await page.locator('nav').isVisible(), false)
    t.equal(await page.locator('#traffic').isVisible(), false)
  })
})

inBrowser('among thousands of exchanges with their bodies, each opens by its address', async (t) => {
  const { events } = await recordOf('sound')
  const run = emptyRun()
  for (const event of events()) absorb(run, event)
  const known = run.exchanges.filter(({ response }) => response?.body)
  run.exchanges = Array.from({ length: 3000 }, (_, index) => {
    const one = structuredClone(known[index % known.length]!)
    const text = `${one.response!.body!.text} ${index} ${'x'.repeat(2000)}`
    one.response!.body = { text, bytes: text.length, sha256: '0', cut: false }
    return { ...one, id: `x${index + 1}` }
  })
  const page = htmlReport(run)
  t.ok(page.length < 16_000_000, `${(page.length / 1e6).toFixed(1)} MB`)
  const file = join(t.testdir({ 'report.html': page }), 'report.html')
  const begun = performance.now()
  const { page: opened } = await open(t, file, '#x2999')
  await opened.waitForSelector('dialog[open]')
  const took = Math.round(performance.now() - begun)
  t.match(await opened.textContent('dialog h2'), /^x2999 /)
  t.comment(`${took} ms, ${(page.length / 1e6).toFixed(1)} MB`)
})
