// The kill matrix as one self-contained page.
import type { KillMatrix } from './kill-matrix.ts'

export const matrixPage = (matrix: KillMatrix): string => `<!doctype html><pre>${JSON.stringify(matrix.summary)}</pre>`
