/** How someone can confirm who they are, for a call that asks for it. */
export const confirmationMethods = ['password', 'totp', 'passkey'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]
