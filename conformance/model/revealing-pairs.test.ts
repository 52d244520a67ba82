// The walks of a run take the pairs of moves first that hide a bug most often.
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { pairId, type Transition } from './graph.ts'
import { planWalk } from './planner.ts'
import { isRevealing, withRevealingPairs } from './revealing-pairs.ts'
import { createMachine } from './machine.ts'

const machine = createMachine(lifecycle())
const { graph, coverage } = planWalk(machine, {
  goal: 'transitions',
  cells: true,
  companions: false,
  open: false,
  restAfterResume: true,
  seed: 7,
})

const revealing = graph.transitions.flatMap((first) =>
  graph.transitions
    .filter((second) => second.from === first.to && isRevealing(first, second))
    .map((second) => ({ key: second.key.replace(/:.*/, ''), made: coverage.pairs.has(pairId(first.id, second.id)) })),
)
const share = (key: string): [made: number, of: number] => {
  const own = revealing.filter((pair) => pair.key === key)
  return [own.filter(({ made }) => made).length, own.length]
}

t.test('a resume follows nearly each hold, and a cancel nearly each resume', async (t) => {
  const [[resumed, holds], [cancelled, resumes]] = [share('resume'), share('cancel')]
  t.ok(resumed >= holds - 1, `${resumed} of ${holds}: what a held order refuses is tried before one of them`)
  t.ok(cancelled >= resumes - 2, `${cancelled} of ${resumes}`)
  t.ok(share('revision')[0] > 2, share('revision').join(' of '))
})

t.test('the moves stay the same', async (t) => {
  const move = (from: string, key: string, to: string): Transition =>
    ({ id: `${from} ${key} ${to}`, from, key, to, action: { do: 'hold' } }) as Transition
  const [held, resumed] = [move('new', 'hold', 'held'), move('held', 'resume', 'new')]
  const given = [
    [move('', 'create', 'new'), held, resumed, move('new', 'advance', 'done')],
    [move('', 'create', 'new'), move('new', 'cancel', 'cancelled')],
  ]
  const walks = withRevealingPairs(given, 24)
  const idsOf = (all: readonly (readonly Transition[])[]): string[] => all.flat().map(({ id }) => id)
  t.strictSame(idsOf(walks).toSorted(), idsOf(given).toSorted())
  t.ok(walks.some((walk) => walk.some((one, at) => one === resumed && walk[at + 1]?.key === 'cancel')))
  t.strictSame(idsOf(withRevealingPairs(given, 3)), idsOf(given), 'no walk grows beyond what is given')
})
