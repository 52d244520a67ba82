// What other tools caught of the same defects, as `npm run peers` measured it: plain data, its table as text and as HTML.

export type Share = { caught: number; of: number }

export type PeerScore = {
  id: string
  title: string
  version: string
  how: string
  /** Runs without a defect, and what was said in them: each is a false alarm. */
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
  /** Those of the ten fault types of which a defect was caught. */
  fault_types: string[]
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
  /** For each defect looked at, who caught it. */
  defects: Record<string, string[]>
}

const percent = ({ caught, of }: Share): string => (of === 0 ? '–' : `${((100 * caught) / of).toFixed(0)} %`)

const tenTypes = ({ fault_types }: PeerScore, all: number): string => `${fault_types.length} of ${all}`

export const peerLines = ({ peers, sample, of, fault_types, ran_at }: PeerScores): string[] => [
  '',
  `Beside it on ${sample} of ${of} defects, ${ran_at.slice(0, 10)} (\`npm run peers\`)`,
  ...peers.map((peer) => {
    const { caught, deep, areas: _, noise, requests, title } = peer
    return (
      `  ${percent(caught).padStart(5)}  ${title}: ${caught.caught} of ${caught.of}, deep ${percent(deep)}, ` +
      `${tenTypes(peer, fault_types.length)} fault types, ${noise} false alarms, ${requests} requests`
    )
  }),
]

/** `escape` makes text safe for HTML. */
export const peerTable = (
  { peers, sample, of, fault_types, ran_at, seed, node }: PeerScores,
  escape: (text: string) => string,
): string => {
  const rows = peers.map((peer) => {
    const { title, version, caught, deep, noise, false_catches, clean_runs, requests, seconds, how } = peer
    const cells = [
      `${percent(caught)} <small>${caught.caught} of ${caught.of}</small>`,
      `${percent(deep)} <small>${deep.caught} of ${deep.of}</small>`,
      tenTypes(peer, fault_types.length),
      String(noise),
      `${false_catches} of ${clean_runs}`,
      String(requests),
      seconds.toFixed(1),
    ]
    return `<tr><th scope="row" title="${escape(how)}">${escape(title)} <small>${escape(version)}</small></th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const heads = ['caught', 'deep', 'fault types', 'false alarms', 'clean runs with a catch', 'requests', 'seconds']
  return `<h2 id="peers">Beside other tools</h2>
<div class="wide"><table><thead><tr><td></td>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div><p class="how">${sample} of ${of} defects by seed ${seed}, ${escape(ran_at)}, Node ${escape(node)}, all in one run. Any complaint
of another tool counts that it never makes without a defect; ours counts only when the broken rule itself goes red. False alarms:
different complaints without a defect. Requests and seconds: of one run, in the median. Fault types: those of the ten of Zhang and
Arcuri (TOSEM 2023) of which a defect was caught. <code>peers/README.md</code> says how.</p>`
}
