// Readings that contradict each other, so that no mix may hold both.

/** Each entry is two `freedom=reading`; of the two, a mix gives up the second. */
export const conflicts: readonly (readonly [string, string])[] = []
