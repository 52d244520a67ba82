// The kinds of scaffold by name.
import { check } from './check.ts'
import { defect } from './defect.ts'
import { event } from './event.ts'
import { field } from './field.ts'
import type { Kind } from './kind.ts'
import { operation } from './operation.ts'
import { role } from './role.ts'
import { rule } from './rule.ts'
import { status } from './status.ts'

export const kinds: Readonly<Record<string, Kind>> = { rule, check, defect, field, event, status, operation, role }
