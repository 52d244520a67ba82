// Of two objects or arrays, the places in which they differ.
import t from 'tap'
import { differencesOf, otherPlaces, placeOfFinding } from './differences.ts'

t.test('each place has a JSON pointer, and what is not there is undefined', async (t) => {
  t.strictSame(differencesOf({ a: 1, b: { 'c/d': [1, 2] } }, { a: 1, b: { 'c/d': [1, 3, 4] }, e: null }), [
    { path: '/b/c~1d/1', expected: 2, received: 3 },
    { path: '/b/c~1d/2', expected: undefined, received: 4 },
    { path: '/e', expected: undefined, received: null },
  ])
  t.strictSame(differencesOf({ a: 1 }, { a: 1 }), [])
  t.strictSame(differencesOf([1], { 0: 1 }), [{ path: '', expected: [1], received: { 0: 1 } }])
})

t.test('a finding is about the first place, and counts the others', async (t) => {
  const finding = { pointer: '/status', expected: { code: 'a', x: 1, y: 2 }, received: { code: 'b', x: 3, z: 4 } }
  const place = placeOfFinding(finding)
  t.match(place, { pointer: '/status/code', expected: 'a', received: 'b' })
  t.strictSame(otherPlaces(place), [
    '/status/x: expected 1, received 3',
    '/status/y: expected 2, received absent',
    '/status/z: expected absent, received 4',
  ])
  const many = placeOfFinding({ pointer: null, expected: [1, 2, 3, 4, 5, 6], received: [] })
  t.equal(many.pointer, '/0', 'of a value that has no place, its own')
  t.equal(otherPlaces(many).at(-1), 'and 2 more places')
})

t.test('other values stay where they are', async (t) => {
  for (const [expected, received] of [
    ['a', { b: 1 }],
    [{ b: 1 }, undefined],
    [[1], { 0: 1 }],
    [{ a: 1 }, { a: 1 }],
  ])
    t.strictSame(placeOfFinding({ pointer: '/x', expected, received }), {
      pointer: '/x',
      expected,
      received,
      others: [],
    })
})
