/** Returns whether a text has three parts, as only signed tokens have. */
export const isSignedToken = (text: string): boolean => /^[\w-]*\.[\w-]*\.[\w-]*$/.test(text)
