// The four halves of surrogate pairs stand for U+10800 to U+10FFF and U+1E800 to U+1EFFF.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Puts a value with right-to-left characters between U+2068 (first strong isolate) and U+2069 (pop directional isolate), so
 * that it doesn't reorder the text around it.
 */
export const isolate = (value: string) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)
