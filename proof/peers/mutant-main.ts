// A target that carries one generated mutant: a program of its own, as code that was loaded with a mutant is never clean again.
import { activate } from '../generated/switch.ts'
import type { MutantReply, MutantStart } from './mutant-target.ts'
import { startTarget } from './target.ts'

const { port, seed, folder, number, hitLimit } = JSON.parse(process.argv[2]!) as MutantStart
const send = (reply: MutantReply): void => void process.send!(reply)

process.once('disconnect', () => process.exit())
activate(number, hitLimit)
try {
  const target = await startTarget(port, seed, { folder, onRequest: (requests) => send({ requests }) })
  send({ target })
} catch (error) {
  send({ failed: (error as Error).message })
}
