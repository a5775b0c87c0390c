const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** Returns 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (number: number): string =>
  `${number}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? 'th'}`
