// The sandbox grants tokens to sandbox credentials below its own base address.
import { mainTokens } from '../../scenarios/main-tokens.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.sandbox-serves-tokens-at-its-own-address'

export default check({
  id: 'auth.sandbox-serves-its-own-tokens',
  verifies: [rule],
  needs: ['sandbox'],
  async run({ shared, expect }) {
    const [byForm] = await shared(mainTokens)
    expect(rule).status(byForm!.answer, '2xx')
  },
})
