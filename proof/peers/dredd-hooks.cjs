// The hook file that Dredd loads into its own process; what the hook does is in dredd.ts.
const { beforeEach } = require('hooks')

beforeEach((transaction) => globalThis.assayPeersBeforeEach(transaction))
