// What every part of a client's life has: the simulator, the recorder, the clock, and calls on them.
import type { Simulator } from '../../simulator/simulator.ts'
import { createClient, type Client, type Habits, type Loose, type Reply } from './client.ts'
import type { Products } from './orders.ts'
import type { Clock, Recorder } from './recorder.ts'
import type { Conduct } from './client-conduct.ts'

export const sandboxOrigin = 'https://sandbox.lender-orders.example'
export const productionOrigin = 'https://orders.example'

export type Scene = {
  simulator: Simulator
  recorder: Recorder
  clock: Clock & { pass(seconds: number): Promise<void> }
  habits: Habits
  conduct: Conduct
  products: Partial<Products>
}

export const error = (code: string, details?: object[]) => ({
  code,
  message: code,
  correlation_id: 'c1',
  ...(details && { details }),
})

export const ok = (reply: Reply | null): Loose => {
  if (reply === null || reply.status >= 300) throw new Error(`${reply?.status}: ${JSON.stringify(reply?.json)}`)
  return reply.json
}

export const control = async ({ simulator }: Scene, path: string, body: object): Promise<void> => {
  const response = await fetch(simulator.controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

export const start = (
  scene: Scene,
  role: 'main' | 'main_second' | 'other_lender' | 'no_amend' | 'production' | 'revoked',
  usesBasic = false,
): Client => {
  const profile = scene.simulator.profile()
  const credential = profile.credentials[role]!
  const real = role === 'production' ? scene.simulator.productionUrl : scene.simulator.sandboxUrl
  const origin = role === 'production' ? productionOrigin : sandboxOrigin
  const base = origin + new URL(real).pathname
  return createClient({
    recorder: scene.recorder,
    clock: scene.clock,
    base,
    credential,
    habits: scene.habits,
    usesBasic,
  })
}

/** Writes something that takes no key: what became of it is looked up before it is sent again. */
export const once = async (
  look: boolean,
  send: () => Promise<Reply | null>,
  find: () => Promise<unknown>,
): Promise<Reply | null> => {
  const reply = await send()
  if (reply !== null && reply.status < 500) return reply
  return !look || (await find()) === undefined ? send() : null
}
