// Whether the target can reach our receiver for certain: one machine with it, or our own request came through the public address.
import { request } from 'node:https'
import type { Session } from '../engine/session.ts'
import type { Receiver } from '../receiver/receiver.ts'
import { baseUrl, isPrivate } from '../sut/addresses.ts'
import type { Profile } from '../sut/profile.ts'

export type Reachability = {
  /** What the target does not deliver it owes. */
  isSure: boolean
}

const limitMs = 5_000

/** The status of a request, or null where there is none. */
const statusAt = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const asked = request(url, { rejectUnauthorized: false, timeout: limitMs, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(null))
    asked.end()
  })

const reachedThrough = async ({ url, contacts }: Receiver): Promise<boolean> => {
  const before = contacts.probes
  return (await statusAt(`${url}/reached`)) === 204 && contacts.probes > before
}

/** Whether a receiver of assay listens at an address that was found as the webhook: one of a run that ended does not. */
export const isListening = async (url: string): Promise<boolean> => {
  const address = new URL(url)
  address.search = ''
  address.pathname = `${address.pathname.replace(/\/$/, '')}/reached`
  return address.protocol === 'https:' && (await statusAt(address.href)) === 204
}

/** An address of our own network says nothing of a target that is elsewhere. */
const isSameNetwork = (publicUrl: string, base: string): boolean => !isPrivate(publicUrl) || isPrivate(base)

/** Without a public address the target is on this machine: no other gets a receiver. */
export const probe = async (receiver: Receiver, profile: Profile): Promise<Reachability> => {
  const { public_url: publicUrl } = profile.webhook
  if (publicUrl === undefined) return { isSure: true }
  if (new URL(publicUrl).protocol !== 'https:') return { isSure: false }
  const base = baseUrl(profile, profile.credentials.main.environment)
  return { isSure: (await reachedThrough(receiver)) && isSameNetwork(publicUrl, base) }
}

/** Whether it is for being private that our address was refused: nothing is sent to one that is switched off. */
export const takesPublicAddress = async (session: Session, { url, secrets }: Receiver): Promise<boolean> => {
  const json = {
    url: `https://receiver.example${new URL(url).pathname}`,
    enabled: false,
    events: ['*'],
    secret: secrets.at(-1),
  }
  const answer = await session.http.as('subscription').call('setWebhook', { json })
  return answer.response.status < 300
}
