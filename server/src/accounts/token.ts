import { hash } from 'node:crypto'

/** Returns 32 random bytes as text for a cookie or a link. Only its hash is stored. */
export const makeToken = (random: (bytes: number) => Buffer): string => random(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
