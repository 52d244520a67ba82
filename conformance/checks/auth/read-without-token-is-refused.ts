// A read that needs no order is refused with 401 without a token, though the account was read with one: an account that may place no order is
// asked as well.
import { accountOf } from '../../scenarios/account-of.ts'
import { askWithoutToken, missing, notExpired } from '../../steps/ask-without-token.ts'
import { plainReads } from '../../steps/plain-reads.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'auth.read-without-token-is-refused',
  verifies: [...missing, notExpired],
  needs: [],
  async run(context) {
    await context.shared(accountOf('main'))
    await askWithoutToken(
      context,
      plainReads().map((operation) => ({ operation, options: {} })),
    )
  },
})
