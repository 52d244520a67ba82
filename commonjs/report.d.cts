import type * as module from '../dist/reports/report.js' with { 'resolution-mode': 'import' }

export type * from '../dist/reports/report.js' with { 'resolution-mode': 'import' }
export declare const fileReporters: typeof module.fileReporters
export declare const readRecord: typeof module.readRecord
export declare const reportOf: typeof module.reportOf
