// The four halves of surrogate pairs stand for U+10800 to U+10FFF and U+1E800 to U+1EFFF.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/** Keeps a value with right-to-left characters from reordering the text around it: FSI and PDI of Unicode. */
export const isolate = (value: string) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)
