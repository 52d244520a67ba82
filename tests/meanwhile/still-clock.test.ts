// A target whose clock stands still until it is moved: changes of one instant have the same time.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

const rule = 'order.status-changed-at-moves-with-the-status'
const resumed = 'actions.resume-gives-the-status-back'

const still: Busy = { options: { clock: { mode: 'manual' } } }

t.test('a hold and its end are given time between them where the clock can be moved', async (t) => {
  expectNoBlame(t, await judgeBusy(t, still, resumed), rule, 'actions.resume-restores-the-status-held-before')
})

t.test('where it cannot, the same time twice is held against nobody', async (t) => {
  const busy: Busy = {
    options: { ...still.options, readings: { 'lifecycle.off-hold-length': 'not-seen' } },
    isUncontrolled: true,
  }
  expectNoBlame(t, await judgeBusy(t, busy, resumed), 'actions.resume-restores-the-status-held-before')
})

t.test('a status that keeps the time of the one before is still seen', async (t) => {
  const options = { ...still.options, defect: 'end-of-off-hold-keeps-changed-at' }
  expectBlame(t, await judgeBusy(t, { options }, resumed), rule)
})
