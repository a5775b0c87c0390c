/** The terms a developer agrees to at sign-up; the accepted version is stored with the time of the agreement. */
export const termsVersion = '2026-11-01'
