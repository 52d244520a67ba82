// The company's operations on one order as commands in the process, by the ids of the control port: decided and answered as over HTTP.
import { paperOperations } from './operations/papers.ts'
import { requestOperations } from './operations/requests.ts'
import { termOperations } from './operations/terms.ts'
import { workOperations } from './operations/work.ts'

export const commands = { ...workOperations, ...termOperations, ...paperOperations, ...requestOperations }

export type CommandId = keyof typeof commands
