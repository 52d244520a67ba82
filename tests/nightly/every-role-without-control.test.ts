// Every check and every role without a control port, as against a deployment that gave all credentials: five minutes, mostly waits.
// Silent for up to 900 s.
import t from 'tap'
import { expectConforming, judgeSmall } from '../small-profiles.ts'

t.test('every role', async (t) => expectConforming(t, await judgeSmall({ withoutControl: true })))
