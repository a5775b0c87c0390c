import { hash } from 'node:crypto'

/** Returns 32 random bytes as text for a cookie or a link. Only its hash is stored. */
export const makeToken = (random: (bytes: number) => Buffer): string => random(32).toString('base64url')

/** Returns whether a string could be a token: 32 bytes in base64url. */
export const isTokenForm = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
