// What is defined as the code is loaded is tried again where it is called, and nowhere else.
import t from 'tap'
import { createEntered } from './entered.ts'
import { numbered } from './mutant.ts'

const place = { file: 'a.ts', mutator: 'ArrowFunction', area: 'a', line: 7, column: 3, replacement: '() => undefined' }
const [definition, body, nested, namesake, elsewhere] = numbered([
  { ...place, in: 'wrapped', original: '(text) => text', number: '1' },
  { ...place, in: 'wrapped', original: '/a/', number: '2' },
  { ...place, in: 'wrapped.lines', original: '/b/', number: '3' },
  { ...place, in: 'wrappedTwice', original: '/c/', number: '4' },
  { ...place, file: 'b.ts', in: 'wrapped', original: '/d/', number: '5' },
])
const all = [definition!, body!, nested!, namesake!, elsewhere!]

t.test('a definition is entered where what it holds is executed for the first time', async (t) => {
  const { isEntered } = createEntered(all, { hits: { 1: 1 }, once: ['1'] })
  t.ok(isEntered(definition!, { hits: { 1: 1, 2: 4 } }))
  t.ok(isEntered(definition!, { hits: { 1: 1, 3: 4 } }), 'also within a declaration that it holds')
  t.notOk(isEntered(definition!, { hits: { 1: 1 } }))
  t.notOk(isEntered(definition!, { hits: { 1: 1, 4: 1, 5: 1 } }), 'others of a like name are not in it')
})

t.test('what a plain target calls, or executes later than at its start, was tried there', async (t) => {
  const run = { hits: { 1: 1, 2: 4 } }
  t.notOk(createEntered(all, { hits: { 1: 1, 2: 1 }, once: ['1'] }).isEntered(definition!, run))
  t.notOk(createEntered(all, { hits: { 1: 1 }, once: [] }).isEntered(definition!, run))
})

t.test('the top of a file is no declaration', async (t) => {
  const [top] = numbered([{ ...place, in: '', original: '[]', number: '1' }])
  t.notOk(createEntered(all, { hits: { 1: 1 }, once: ['1'] }).isEntered(top!, { hits: { 2: 1 } }))
})
