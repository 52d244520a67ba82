// What actions and their refusals show.
import t from 'tap'
import { type Raised, none, post, seen } from './order-traffic.ts'

t.test('actions tell what the company lets a lender do', async (t) => {
  t.same(seen('actions.cancel-permission', post('cancelOrder', {})), ['allowed'])
  t.same(seen('actions.cancel-permission', post('cancelOrder', {}, { status: 409 })), none)
  const others = ['holdOrder', 'resumeOrder', 'createRevisionRequest', 'sendMessage'].map((id) => post(id, {}))
  t.same(seen('actions.other-switches', ...others), ['never'])
  t.same(seen('actions.other-switches', ...others.slice(1)), none)
})

t.test('an event of a resume shows whether its reason was read', async (t) => {
  const hold = post('holdOrder', { reason: 'away' })
  const resume = post('resumeOrder', { reason: 'back' })
  const resumed = (reason: string | null): Raised => ({ type: 'order.resumed', data: { reason } })
  const freedom = 'actions.resume-body'
  t.same(seen(freedom, hold, resume, resumed('back')), ['optional-reason'])
  t.same(seen(freedom, hold, resumed('back'), resume), ['optional-reason'], 'an event may come before the answer')
  t.same(seen(freedom, hold, resume, resumed(null)), ['ignored'])
  const bare = post('holdOrder', {})
  t.same(seen(freedom, bare, resume, resumed(null), hold), none, 'that of a hold without one may stand there')
  const byCompany: Raised = { id: 'evt_2', type: 'order.resumed', data: { reason: 'The company goes on.' } }
  t.same(seen(freedom, hold, resume, resumed('away'), byCompany), none, 'the company has reasons of its own')
  t.same(seen(freedom, hold, resume, resumed('away')), none, 'the reason of the hold may stand there either way')
})
