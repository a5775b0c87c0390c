/** Returns the email that the previous page passed on to prefill; empty if it passed none. */
export const emailInHash = (): string => new URLSearchParams(window.location.hash.slice(1)).get('email') ?? ''
