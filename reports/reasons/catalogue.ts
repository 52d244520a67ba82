// Every reason why a rule is not judged, by its code; a code, once published, keeps its meaning.
import { blockedReasons } from './blocked-reasons.ts'
import { catalogReasons } from './catalog-reasons.ts'
import { eventReasons } from './event-reasons.ts'
import { permittedReasons } from './permitted-reasons.ts'
import { profileReasons } from './profile-reasons.ts'
import { receiverReasons } from './receiver-reasons.ts'
import { rerunReasons } from './rerun-reasons.ts'
import { runReasons } from './run-reasons.ts'
import { surroundingsReasons } from './surroundings-reasons.ts'

export const catalogue = {
  ...profileReasons,
  ...catalogReasons,
  ...permittedReasons,
  ...blockedReasons,
  ...eventReasons,
  ...surroundingsReasons,
  ...receiverReasons,
  ...rerunReasons,
  ...runReasons,
} as const
