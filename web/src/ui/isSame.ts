/** Returns whether two values have the same content. For values that JSON can express. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
