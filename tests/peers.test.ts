// The comparison with other tools, without the tools: what is normalised, what counts as noise, and what as a catch.
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Classified } from '../proof/generated/classified.ts'
import type { Mutant } from '../proof/generated/mutant.ts'
import { operationsOf, readDocument } from '../proof/peers/contract.ts'
import { concreteDocument } from '../proof/peers/concrete.ts'
import { cats, catsComplaints } from '../proof/peers/cats.ts'
import { catsDocument, catsValues } from '../proof/peers/cats-input.ts'
import { drawable } from '../proof/peers/mutants.ts'
import { signature, signatures } from '../proof/peers/normalise.ts'
import { doneOf, interleaved, shuffled } from '../proof/peers/order.ts'
import { folder, missingPackage } from '../proof/peers/places.ts'
import { scenario } from '../proof/peers/scenario.ts'
import { caughtBy, falseCatches, foundTypes, median, noiseOf, scoreOf, type Look } from '../proof/peers/score.ts'
import { aloneIn, pages, withTables } from '../proof/peers/tables.ts'
import { startTarget, freePort } from '../proof/peers/target.ts'
import { peersSection } from '../proof/report/matrix-peers.ts'
import { peerLines, type PeerScores } from '../proof/report/peer-scores.ts'
import { faultTypes } from '../proof/defects/fault-types.ts'
import { defects } from '../proof/defects/index.ts'
import { loadFixture } from './fixture-files.ts'
import { root } from './places.ts'

const look = (defect: string | null, ...said: string[]): Look => ({ defect, said, requests: 10, seconds: 1 })

t.test('what differs from run to run is taken out, and nothing else', async (t) => {
  const one = { operation: 'getOrder', kind: 'type id must be string', place: 'step read, response.body.data[3].id' }
  t.equal(signature(one), signature({ ...one, place: 'step read, response.body.data[7].id' }))
  t.not(signature(one), signature({ ...one, kind: 'type id must be number' }))
  t.not(signature(one), signature({ ...one, operation: 'listOrders' }))
  const shown = (text: string) => signature({ operation: 'x', kind: text, place: '' })
  t.equal(shown('no ord_01KJQ4M8T2 at 2026-03-02T15:04:08Z'), shown('no ord_01KKM2X7B9 at 2027-01-01T00:00:00.123Z'))
  t.equal(shown('GET http://127.0.0.1:4010/v1'), shown('GET http://127.0.0.1:39999/v1'))
  t.not(shown('answered 422, not 201'), shown('answered 409, not 201'))
  t.equal(signatures([one, one]).length, 1)
})

t.test('a complaint that comes without a defect too is noise, and counts for nothing', async (t) => {
  const looks = [look(null, 'a', 'b'), look(null, 'a'), look('quiet'), look('noisy', 'a', 'b'), look('seen', 'a', 'c')]
  t.strictSame([...noiseOf(looks)], ['a', 'b'])
  t.strictSame([...caughtBy(looks)], ['seen'])
})

t.test('noise that comes only later counts for nothing either', async (t) => {
  const looks = [look(null, 'a'), look('late', 'a', 'd'), look(null, 'a', 'd')]
  t.strictSame([...caughtBy(looks)], [])
})

t.test('a tool that says something else each time is reported', async (t) => {
  t.equal(falseCatches([look(null, 'a'), look(null, 'a'), look('x', 'b')]), 0)
  t.equal(falseCatches([look(null, 'a'), look(null, 'a', 'b'), look(null, 'c')]), 2)
})

t.test('the score counts the sample, by area and for deep defects apart', async (t) => {
  const sample = [
    { id: 'one', area: 'create', deep: false },
    { id: 'two', area: 'create', deep: true },
    { id: 'three', area: 'list', deep: true },
  ]
  const types = { wrong: ['one', 'elsewhere'], missing: ['three'] }
  t.strictSame(scoreOf(sample, types, new Set(['one', 'two', 'elsewhere', 'm1']), [{ id: 'm1' }, { id: 'm2' }]), {
    caught: { caught: 2, of: 3 },
    deep: { caught: 1, of: 2 },
    areas: { create: { caught: 2, of: 2 }, list: { caught: 0, of: 1 } },
    fault_types: ['wrong'],
    mutants: { caught: 1, of: 2 },
  })
  t.strictSame(foundTypes(types, new Set()), [])
  t.equal(median([5, 1, 9]), 5)
})

t.test(
  'CATS makes the bodies, of values that the target takes, and is given none whose fields it could fuzz',
  async (t) => {
    const orders = { fresh: 'ord_1', holdable: 'ord_2', held: 'ord_3', cancellable: 'ord_4', delivered: 'ord_5' }
    const ground = { token: '', otherToken: '', clientId: 'cli_x', clientSecret: 'y', seed: 1, now: 0 }
    const target = { url: 'http://127.0.0.1:1/sandbox/v1', orders, document: 'doc_1', ...ground }
    t.match(catsValues(target), {
      '/orders/{order_id}/hold': { order_id: 'ord_2', reason: String },
      '/orders': {
        'loan#purpose': 'purchase',
        loan_type_code: 'cats_remove_field',
        'borrowers#contacts#type': 'phone',
        add_on_codes: ['RENT'],
      },
    })
    t.notOk('loan' in catsValues(target)['/orders']!, 'an object is made of its fields')
    const examples = [...operationsOf(catsDocument(target))].flatMap(([id, { operation }]) =>
      Object.values(operation.requestBody?.content ?? {}).some((content) => 'example' in content) ? [id] : [],
    )
    t.strictSame(examples, ['amendOrder', 'resumeOrder', 'cancelOrder'], 'the document names no fields of these')
  },
)

t.test('the scenario walks every operation, by names that the document has', async (t) => {
  const operations = operationsOf(readDocument())
  const steps = scenario({ clientId: 'cli_x', clientSecret: 'y', now: 0 })
  t.strictSame([...new Set(steps.map(({ operation }) => operation))].toSorted(), [...operations.keys()].toSorted())
  t.equal(new Set(steps.map(({ id }) => id)).size, steps.length, 'no step has the name of another')
  for (const { id, operation, params = {} } of steps)
    for (const name of Object.keys(params))
      t.ok(
        operations.get(operation)!.parameters.some((one) => one.name === name),
        `${id} ${name}`,
      )
})

t.test('every peer gets a target of its own, with a token and orders, and its requests are counted', async (t) => {
  const target = await startTarget(await freePort(), 1, { defect: 'numeric-order-id' })
  t.teardown(() => target.stop())
  t.ok(target.token)
  t.equal(target.requests(), 0, 'what was prepared does not count')
  const reply = await fetch(`${target.url}/account`, { headers: { authorization: `Bearer ${target.token}` } })
  t.equal(reply.status, 200)
  t.equal(target.requests(), 1)
})

t.test('a document for tools that send examples has one for each parameter that a call needs', async (t) => {
  const target = { url: 'http://127.0.0.1:1', token: '', otherToken: '', clientId: 'cli_a', clientSecret: 'secret' }
  const orders = { fresh: 'ord_a', holdable: 'ord_b', held: 'ord_c', cancellable: 'ord_d', delivered: 'ord_e' }
  const document = concreteDocument({ ...target, seed: 1, now: 0, orders, document: 'doc_a' })
  const needed = [...operationsOf(document).values()]
    .flatMap(({ parameters }) => parameters)
    .filter(({ required }) => required === true)
  t.ok(needed.length > 0)
  for (const { name, example } of needed) t.not(example, undefined, name)
})

t.test('the tools are looked for where the page has them installed', async (t) => {
  t.ok(existsSync(join(folder, 'package.json')), folder)
  t.ok(existsSync(join(folder, 'requirements.txt')))
  t.match(readFileSync(join(folder, 'README.md'), 'utf8'), 'npm ci --prefix proof/peers ')
  t.match(missingPackage('none-of-this-name'), 'run npm ci --prefix proof/peers.')
})

t.test('CATS complains of what it calls an error or a warning, and takes part where it is given', async (t) => {
  const test = { path: '/orders', httpMethod: 'get', fuzzer: 'HappyPathFuzzer', resultReason: 'Not matching schema' }
  const results = ['success', 'warn', 'error', 'skipped']
  t.strictSame(signatures(catsComplaints({ testCases: results.map((result) => ({ ...test, result })) })), [
    'get /orders | HappyPathFuzzer error | Not matching schema',
    'get /orders | HappyPathFuzzer warn | Not matching schema',
  ])
  const given = ['ASSAY_CATS_JAR', 'JAVA_HOME'].map((name) => [name, process.env[name]] as const)
  t.teardown(() => {
    for (const [name, value] of given)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  delete process.env['ASSAY_CATS_JAR']
  t.match(cats.missing(), 'ASSAY_CATS_JAR')
  process.env['ASSAY_CATS_JAR'] = join(folder, 'package.json')
  const home = t.testdir({ bin: { java: '#!/bin/sh\necho 7.8.9\n' } })
  process.env['JAVA_HOME'] = home
  t.match(cats.missing(), 'JAVA_HOME', 'it may not be started')
  t.equal(cats.version(), 'unknown')
  chmodSync(join(home, 'bin', 'java'), 0o755)
  t.equal(cats.missing(), null)
  t.equal(cats.version(), '7.8.9')
})

t.test('the fault types name defects that there are', async (t) => {
  const ids = new Set(defects.map(({ id }) => id))
  for (const id of Object.values(faultTypes).flat()) t.ok(ids.has(id), id)
})

const published = join(root, 'fixtures', 'adequacy', 'peers.json')

t.test('the published result keeps its schema and is shown', { skip: !existsSync(published) }, async (t) => {
  const scores = JSON.parse(readFileSync(published, 'utf8')) as PeerScores
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/peers.schema.json'),
  )
  t.ok(validate(scores), JSON.stringify(validate.errors))
  t.notOk(validate({ ...scores, peers: [{}] }))
  for (const { id, caught } of scores.peers) t.ok(caught.of === scores.sample, id)
  t.equal(peerLines(scores).filter((line) => line.includes('%')).length, scores.peers.length)
  const { markup } = peersSection(scores)
  for (const { title } of scores.peers) t.ok(markup.includes(title), title)
})

t.test('the pages say the counts of the published result', { skip: !existsSync(published) }, async (t) => {
  const scores = JSON.parse(readFileSync(published, 'utf8')) as PeerScores
  for (const [page, tables] of Object.entries(pages)) {
    const text = readFileSync(join(root, page), 'utf8')
    t.equal(text, withTables(text, tables(scores)), `${page}; \`npm run peers -- --resume --update\` writes it`)
  }
})

t.test('the result is written between its marks, and nowhere without them', async (t) => {
  const page = (text: string) => `before\n<!-- peers.json -->${text}<!-- peers.json -->\nafter\n`
  t.equal(withTables(page('\n\nold\n\n'), 'new'), page('\n\nnew\n\n'))
  t.throws(() => withTables('before\n<!-- peers.json -->\nafter\n', 'new'), /two marks/)
  const caught = { a: ['assay'], b: ['assay', 'prism'], c: ['prism'], d: [], e: ['assay'] }
  t.equal(aloneIn(caught), 'caught by assay alone: 2; by others alone: 1; by nobody: 1')
})

t.test('at any point of the order about the same share of each list is done', async (t) => {
  t.strictSame(interleaved(['1', '2', '3', '4'], ['a', 'b']), ['1', 'a', '2', '3', 'b', '4'])
  t.strictSame(interleaved(['1', '2'], []), ['1', '2'])
})

t.test('the order is of chance, and stays when one leaves the sample', async (t) => {
  const order = (ids: string, seed: number) =>
    shuffled(
      [...ids].map((id) => ({ id })),
      seed,
    ).map(({ id }) => id)
  const ids = order('abcdefgh', 1)
  t.strictSame(ids.toSorted(), [...'abcdefgh'])
  t.notSame(ids, [...'abcdefgh'])
  t.notSame(ids, order('abcdefgh', 2))
  t.strictSame(
    order('abdefgh', 1),
    ids.filter((id) => id !== 'c'),
  )
})

t.test('what was looked at before its turn is no part of what is done of a sample', async (t) => {
  const order = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  t.strictSame(doneOf(order, new Set(['b', 'a', 'd'])), [{ id: 'a' }, { id: 'b' }])
  t.strictSame(doneOf(order, new Set(['a', 'b', 'c', 'd'])), order)
})

t.test('a mutant that no run executes, or that is classified, is not drawn', async (t) => {
  const at = (number: string) => ({ number, file: `simulator/${number}.ts` }) as Mutant
  const of = ({ number }: Mutant) => (number === '2' ? ({ as: 'free' } as Classified) : null)
  t.strictSame(drawable([at('1'), at('2'), at('3')], { hits: { 1: 4, 2: 1 } }, { of }), [at('1')])
})
