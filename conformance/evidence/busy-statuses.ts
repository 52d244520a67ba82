// Statuses of a server that is busy, limits its rate or starts again: they say nothing of the request.

export const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])
