// Which part of a profile has which share, by a profile made here.
import t from 'tap'
import { type CpuProfile, partsOf } from './profile-parts.ts'

const frame = (functionName: string, url = ''): CpuProfile['nodes'][number]['callFrame'] => ({ functionName, url })
const profile: CpuProfile = {
  nodes: [
    frame('(idle)'),
    frame('place', 'file:///home/me/assay/dist/simulator/orders/place-order.js'),
    frame('run', 'file:///home/me/assay/dist/simulator/http/app.js'),
    frame('take', 'file:///home/me/assay/dist/simulator/http/steps.js'),
    frame('validate', 'file:///home/me/assay/node_modules/@scope/outer/node_modules/ajv/dist/ajv.js'),
    frame('end', 'node:_http_outgoing'),
    frame('writev'),
    frame('(garbage collector)'),
    frame('createSimulator', 'file:///home/me/assay/dist/simulator/simulator.js'),
  ].map((callFrame, id) => ({ id, callFrame })),
  samples: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  timeDeltas: [9_000_000, 100_000, 200_000, 50_000, 150_000, 300_000, 125_000, 50_000, 25_000],
}

t.strictSame(
  partsOf(profile),
  {
    seconds: 1,
    parts: [
      { part: 'node', share: 0.3 },
      { part: 'simulator/http', share: 0.25 },
      { part: 'ajv', share: 0.15 },
      { part: 'writev', share: 0.125 },
      { part: 'simulator/orders', share: 0.1 },
      { part: '(garbage collector)', share: 0.05 },
      { part: 'simulator', share: 0.025 },
    ],
  },
  'idle time counts for nothing, and a package is the innermost one',
)
