// Between two requests, while none is under way, something is done to a target of our own; requests wait until it is done.
import type { Wire } from '../../conformance/sut/send.ts'

export const interruptedWire = (wire: Wire, between: () => Promise<void>): Wire => {
  let underWay = 0
  let pause = Promise.resolve()
  return {
    async send(message) {
      underWay += 1
      if (underWay === 1) pause = between()
      try {
        await pause
        return await wire.send(message)
      } finally {
        underWay -= 1
      }
    },
    close: () => wire.close(),
  }
}
