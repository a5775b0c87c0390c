const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Keeps a value with right-to-left characters from reordering the text around it: FSI and PDI of Unicode. */
export const isolate = (value: string) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

/** Undoes `isolate`, for a text that someone copied from the page. */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
