// Headers of answers: what is kept once is never taken for what only looks like it.
import t from 'tap'
import { createHeaderReader } from './answer-headers.ts'

/** Names and values as parts of one piece, in the places where `head` has them. */
const partsOf = (head: string, ...parts: string[]): Buffer[] => {
  const bytes = Buffer.from(head, 'latin1')
  let from = 0
  return parts.map((part) => {
    const at = head.indexOf(part, from)
    from = at + part.length
    return bytes.subarray(at, from)
  })
}

const head = 'X-A: one\r\nX-B: tw\u00e9\r\n\r\n'
const ofHead = () => partsOf(head, 'X-A', 'one', 'X-B', 'tw\u00e9')

t.test('the same headers are kept once, and others are read', async (t) => {
  const read = createHeaderReader()
  const first = read(ofHead())
  t.same(first, [
    ['X-A', 'one'],
    ['X-B', 'tw\u00e9'],
  ])
  t.equal(read(ofHead()), first)
  t.same(read(partsOf('X-A: two\r\nX-B: tw\u00e9', 'X-A', 'two', 'X-B', 'tw\u00e9')), [
    ['X-A', 'two'],
    ['X-B', 'tw\u00e9'],
  ])
  t.same(read([]), [])
})

t.test('the same bytes in other parts are other headers', async (t) => {
  const read = createHeaderReader()
  read(partsOf('X-A: one', 'X-A', 'one'))
  t.same(read(partsOf('X-A: one', 'X-', 'A: one')), [['X-', 'A: one']])
  t.same(read(partsOf('X-A: one', 'X-A', 'on')), [['X-A', 'on']])
})

/** Zeroed memory of its own, with a text in one place. */
const pieceWith = (text: string, at: number): Buffer => {
  const piece = Buffer.alloc(40)
  piece.write(text, at, 'latin1')
  return piece
}

t.test('a value that stands in another piece is read, though it has the same place there', async (t) => {
  const read = createHeaderReader()
  const own = pieceWith('A    one  B    two', 0)
  const ofTwo = (other: Buffer) => [
    own.subarray(0, 1),
    other.subarray(5, 8),
    own.subarray(10, 11),
    own.subarray(15, 18),
  ]
  read(ofTwo(own))
  t.same(read(ofTwo(pieceWith('new', 5)))[0], ['A', 'new'])
  t.same(read(ofTwo(pieceWith('old', 5)))[0], ['A', 'old'])
})

t.test('a value that stands behind the last part is read', async (t) => {
  const read = createHeaderReader()
  const turned = (piece: Buffer) => [
    piece.subarray(0, 1),
    piece.subarray(30, 33),
    piece.subarray(5, 6),
    piece.subarray(8, 9),
  ]
  t.same(read(turned(pieceWith('one', 30)))[0]![1], 'one')
  t.same(read(turned(pieceWith('two', 30)))[0]![1], 'two')
})
