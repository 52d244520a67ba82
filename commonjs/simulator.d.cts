import type * as module from '../dist/simulator/simulator.js' with { 'resolution-mode': 'import' }

export type * from '../dist/simulator/simulator.js' with { 'resolution-mode': 'import' }
export declare const createSimulator: typeof module.createSimulator
