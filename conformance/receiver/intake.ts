// How much is taken of what a target delivers: deliveries and bytes in all, and what is unfinished at once.
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { bounds } from '../../fixtures/bounds.ts'

type Most = { deliveries: number; bytes: number; unfinished: number }

type Intake = {
  /** Nothing more is taken in this run. */
  isFull(): boolean
  /** @throws where the body is too large, does not come whole, or too much is under way */
  read(request: IncomingMessage): Promise<Uint8Array>
}

const usual: Most = {
  deliveries: bounds.answered.deliveriesOfRun,
  bytes: bounds.answered.bytesDelivered,
  unfinished: bounds.answered.bytesDelivered,
}

/** Bytes that a value in a list takes in memory, beyond its text. */
const ofValue = 16
const comma = 0x2c

/** What a body takes in memory: a list of short numbers is many times its text. */
const weightOf = (body: Uint8Array): number => {
  let values = 0
  for (const byte of body) if (byte === comma) values += 1
  return body.length + ofValue * values
}

/** @param onFull called once */
export const createIntake = (onFull: () => void, most: Most = usual): Intake => {
  const taken = { deliveries: 0, bytes: 0, unfinished: 0 }
  const isFull = (): boolean => taken.deliveries >= most.deliveries || taken.bytes >= most.bytes
  return {
    isFull,
    async read(request) {
      let own = 0
      request.on('data', (chunk: Buffer) => {
        own += chunk.length
        taken.unfinished += chunk.length
        if (taken.unfinished > most.unfinished) request.destroy(new Error('too much is under way'))
      })
      try {
        const body = new Uint8Array(await getRawBody(request, { limit: bounds.answered.deliveryBytes }))
        if (isFull()) throw new Error('the run takes no more deliveries')
        taken.deliveries += 1
        taken.bytes += weightOf(body)
        if (isFull()) onFull()
        return body
      } finally {
        taken.unfinished -= own
      }
    },
  }
}
