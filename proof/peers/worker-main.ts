// The worker's own program: loads one peer and looks at the targets that it is given.
import type { Target } from './peer.ts'
import type { Inside } from './worker.ts'

const { inside } = (await import(new URL(`./${process.argv[2]!}.js`, import.meta.url).href)) as {
  inside: () => Promise<Inside>
}
const examine = await inside()
process.on('message', (target) => {
  examine(target as Target)
    .then((complaints) => process.send!({ complaints }))
    .catch((error: unknown) => process.send!({ failed: String((error as Error).message).split('\n')[0] }))
})
process.on('disconnect', () => process.exit(0))
