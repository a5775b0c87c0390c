/** Returns the UTC day of a time. */
export const utcDay = (time: Date | number): string => new Date(time).toISOString().slice(0, 10)
