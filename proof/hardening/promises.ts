// What is promised to those who are attacked, and what shows it: attacks that are made again by their ids, and tests that generate their own.

type Promised = { promise: string; attacks?: readonly string[]; tests?: readonly string[] }

export const promises: readonly Promised[] = [
  {
    promise:
      'A request to the simulator takes at most 100 ms of CPU beyond the reading of its bytes, and 64 MB beyond its body; no answer is a 5xx, a trace, or longer than 100 KB for what was refused.',
    attacks: [
      'H2a',
      'H2a, company',
      'H2a, in process',
      'H2b',
      'H2b, wide',
      'H2b, unknown',
      'H2c',
      'H3b, nested',
      'H3b, wide',
      'Upload',
      'Upload, boundary',
    ],
    tests: ['slow/hostile-requests', 'regular-expressions'],
  },
  {
    promise: 'Unfinished bodies do not add up: a hundred hold 100 MB at most, and others are served.',
    attacks: ['H3a', 'H3c', 'H3c, HTTP/2'],
    tests: ['simulator/unfinished-bodies'],
  },
  {
    promise:
      'A thousand connections, 200 creates a second and slow clients keep nobody waiting, and what they took comes back.',
    attacks: ['Load', 'Slow clients'],
  },
  {
    promise:
      'Connections that send nothing, or half, are closed: others are answered within 60 s, even where no descriptor was left.',
    attacks: ['M5', 'M5, half heads', 'M5, both'],
  },
  {
    promise: 'A receiver of webhooks that never answers delays no read, and a move of the clock by a minute at most.',
    attacks: ['L10'],
    tests: ['slow/busy-receiver'],
  },
  {
    promise:
      'What was acknowledged is there after `kill -9`; nothing is there by half, and the domain clock never goes back.',
    attacks: ['Kills', 'H4', 'L6', 'L7'],
    tests: ['simulator/kills', 'nightly/kills'],
  },
  {
    promise:
      'On a full disk nothing is acknowledged that is not kept, and all that is owed is delivered once there is room.',
    attacks: ['H5', 'L8'],
    tests: ['simulator/full-disk'],
  },
  {
    promise:
      'A data file that is cut, doubled, damaged, in use, or none is refused with one sentence and left as it was, or opens as it was written.',
    attacks: ['K5', 'M2', 'M3', 'L4', 'L9', 'Locks'],
    tests: ['slow/hostile-data-files'],
  },
  { promise: 'A data file that is mostly history is written again while it is in use.', attacks: ['L5'] },
  {
    promise: 'Nothing is removed that assay did not make, and no link is followed.',
    attacks: ['K1', 'Links'],
    tests: ['removal'],
  },
  {
    promise: 'A world to import is refused with one sentence and changes nothing, or is read whole.',
    attacks: ['Names'],
    tests: ['slow/hostile-worlds', 'simulator/world-file'],
  },
  {
    promise: 'No page, name or webhook address of others reaches the control port; a Host that is none is refused.',
    attacks: ['M1', 'L12', 'L13', 'Hosts'],
  },
  { promise: 'A value out of any range is refused, and the service goes on.', attacks: ['L3', 'L11'] },
  {
    promise:
      'A run of the suite ends, whatever the target answers: within its planned requests and a stated margin, in 512 MB, with 50 MB of reports, and says what the target did wrong.',
    attacks: [
      'H1',
      'H1, quotes',
      'Escapes',
      'M4',
      'M4, 60 MB',
      'M4, nested',
      'Pages',
      'Drips',
      'Drips, all',
      'L1, redirects',
      'L1, tokens',
      'Values',
      'Values in turn',
      'Times',
      'Numbers',
      'Archives',
    ],
    tests: ['slow/hostile-runs', 'slow/hostile-values', 'slow/report-size'],
  },
  {
    promise:
      '`--max-minutes N` ends a run within N + 1 minutes with its report, whatever the target says of its rate; an interrupt ends it within 3 s, and within 6 s where nothing is answered.',
    attacks: ['Limits', 'Ctrl-C'],
    tests: ['slow/lying-limits', 'interrupt'],
  },
  {
    promise:
      'An audit takes time in proportion to the calls that are recorded, whatever a client does again and again.',
    tests: ['slow/audit-habits'],
  },
  { promise: '`assay watch` outlives its target.', attacks: ['Watch'], tests: ['slow/watch'] },
  {
    promise: 'No report shows a secret, in whatever writing the target sent it back.',
    attacks: ['L2'],
    tests: ['slow/secrets-echoed', 'no-secret-in-reports'],
  },
  {
    promise: 'No link that a target gives leads to where machines keep credentials.',
    attacks: ['M6'],
  },
  {
    promise:
      'What a target or a client words is text: in pages, reports, logs of CI jobs, terminals, scripts and names of files.',
    attacks: ['Scripts', 'Pages of ours', 'File names', 'CI logs'],
    tests: ['slow/console', 'slow/html-report', 'slow/texts-of-values'],
  },
  {
    promise: 'An examination of a receiver ends whatever the receiver answers, and shows no secret.',
    attacks: ['Receiver, floods', 'Receiver, echoes', 'Receiver, drips'],
  },
  {
    promise:
      'Commands that call a control port end in one sentence whatever answers there, and what is no control port gets no token; a crowd at `assay listen` holds 200 MB at most.',
    attacks: ['Control ports', 'Listen, crowd'],
    tests: ['simulator/exec', 'simulator/listen', 'simulator/trigger'],
  },
  {
    promise:
      'Reports and records of others are refused in one sentence where they are pipes, devices, endless or of wrong shapes.',
    attacks: ['Reports'],
  },
  {
    promise:
      'Where a report cannot be written, the verdict is printed all the same, the exit code is 2 in place of 0, and no half of a file is left.',
    tests: ['reports/unwritten-reports'],
  },
  {
    promise:
      'What others send has bounds of bytes, values, levels and characters, each with its reason in `fixtures/bounds.ts`; what has more is refused, or left out whole and named.',
    tests: ['bounds', 'simulator/hostile-sizes'],
  },
]

const commandOf = (ids: readonly string[]): string =>
  `\`npm run hardening -- ${ids.map((id) => (/^[\w-]+$/.test(id) ? id : `"${id}"`)).join(' ')}\``

/** As the page shows it. */
export const promisesTable = (): string =>
  [
    '| promise | shown by |',
    '| --- | --- |',
    ...promises.map(({ promise, attacks = [], tests = [] }) => {
      const shown = [
        ...(attacks.length > 0 ? [commandOf(attacks)] : []),
        ...tests.map((name) => `\`tests/${name}.test.ts\``),
      ]
      return `| ${promise} | ${shown.join(', ')} |`
    }),
  ].join('\n')
