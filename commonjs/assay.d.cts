import type * as module from '../dist/conformance/conform.js' with { 'resolution-mode': 'import' }

export type * from '../dist/conformance/conform.js' with { 'resolution-mode': 'import' }
export declare const conform: typeof module.conform
