// The attacks, in the order of the table.
import type { Attack } from './attack.ts'
import { hostilePorts } from './commands.ts'
import { costlyRequests } from './costly-requests.ts'
import { dataFiles } from './data-files.ts'
import { files } from './files.ts'
import { inProcess } from './in-process.ts'
import { interruptions } from './interruptions.ts'
import { kills } from './kills.ts'
import { limits } from './limits.ts'
import { links } from './links.ts'
import { load } from './load.ts'
import { pages } from './pages.ts'
import { reach } from './reach.ts'
import { receivers } from './receivers.ts'
import { smallDisk } from './small-disk.ts'
import { spoiledAnswers } from './spoiled-answers.ts'
import { targets } from './targets.ts'

export const attacks: Attack[] = [
  ...costlyRequests,
  ...inProcess,
  ...kills,
  ...dataFiles,
  ...smallDisk,
  ...reach,
  ...load,
  ...targets,
  ...spoiledAnswers,
  ...limits,
  ...interruptions,
  ...links,
  ...pages,
  ...receivers,
  ...hostilePorts,
  ...files,
]
