/** The ways to confirm one's identity for a call that asks for it. */
export const confirmationMethods = ['password', 'totp', 'passkey'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]
