// `assay receiver --state`: a command of the user shows what the system behind the receiver did.
import t from 'tap'
import { runAssay } from '../run-assay.ts'
import { secret } from './examine.ts'
import { startLenderReceiver } from './lender-receiver.ts'

t.test('a command in a shell shows the state; one that fails is named', async (t) => {
  const { url, close } = await startLenderReceiver([secret], { acts: () => true }, { plain: true })
  t.teardown(close)
  const script =
    'require("node:http").get(process.argv[1] + process.env.ASSAY_ORDER_ID, (answer) => answer.pipe(process.stdout))'
  const state = `'${process.execPath}' -e '${script}' '${new URL(url).origin}/'`
  const args = ['receiver', '--url', url, '--secret', secret, '--report-dir', t.testdir(), '--reporter', 'terminal']
  const { code, out } = await runAssay([...args, '--state', state])
  t.equal(code, 1)
  t.match(out, new RegExp('delivery\\.receiver-is-idempotent-on-id'))
  const broken = await runAssay([...args, '--state', 'exit 3'])
  t.equal(broken.code, 2)
  t.match(broken.out, /state_not_shown: --state must be .* ended with 3/)
})
