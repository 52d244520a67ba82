import type * as module from '../dist/in-process.js' with { 'resolution-mode': 'import' }

export type * from '../dist/in-process.js' with { 'resolution-mode': 'import' }
export declare const createSimulator: typeof module.createSimulator
export declare const simulatorFixtures: typeof module.simulatorFixtures
