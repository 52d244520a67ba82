// What other tools killed of the same defects, as `npm run peers` measured it: plain data, and its lines as text.

export type Share = { caught: number; of: number }

export type PeerScore = {
  id: string
  title: string
  version: string
  how: string
  /** Runs without a defect, and their findings: each is a false alarm. */
  clean_runs: number
  noise: number
  /** Clean runs that say what no other clean run says, which would pass for a catch. */
  false_catches: number
  /** Of one run, in the median. */
  requests: number
  seconds: number
  caught: Share
  deep: Share
  areas: Record<string, Share>
  /** Those of the ten fault types of which a defect was killed. */
  fault_types: string[]
  /** Of the generated mutants. */
  mutants: Share
}

export type PeerScores = {
  version: 1
  ran_at: string
  seed: number
  node: string
  /** All defects there are, and those looked at, chosen by the seed. */
  of: number
  sample: number
  fault_types: string[]
  peers: PeerScore[]
  /** For each defect examined, the tools that killed it. */
  defects: Record<string, string[]>
  /** The same of generated mutants: those there were to draw from, those looked at, and for each the tools that killed it. */
  mutants: { of: number; sample: number; caught: Record<string, string[]> }
}

const percent = ({ caught, of }: Share): string => (of === 0 ? '–' : `${((100 * caught) / of).toFixed(0)} %`)

const tenTypes = ({ fault_types }: PeerScore, all: number): string => `${fault_types.length} of ${all}`

export const peerLines = ({ peers, sample, of, mutants, fault_types, ran_at }: PeerScores): string[] => [
  '',
  `Beside it on ${sample} of ${of} defects and ${mutants.sample} of ${mutants.of} mutants, ${ran_at.slice(0, 10)} (\`npm run peers\`)`,
  ...peers.map((peer) => {
    const { caught, deep, noise, requests, title } = peer
    return (
      `  ${percent(caught).padStart(5)}  ${title}: ${caught.caught} of ${caught.of}, deep ${percent(deep)}, ` +
      `mutants ${peer.mutants.caught} of ${peer.mutants.of}, ` +
      `${tenTypes(peer, fault_types.length)} fault types, ${noise} false alarms, ${requests} requests`
    )
  }),
]
