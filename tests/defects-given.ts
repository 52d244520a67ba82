// The defects as a simulator in a test is handed them.
export const defects = async () => (await import('../proof/defects/index.ts')).defects
