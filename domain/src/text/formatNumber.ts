const grouped = new Intl.NumberFormat('en-US')

/** Returns a number with separators between its thousands: 1,000,000. */
export const formatNumber = (value: number): string => grouped.format(value)
