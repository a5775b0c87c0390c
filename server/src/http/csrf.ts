import { createHmac, timingSafeEqual } from 'node:crypto'

const saltBytes = 12

const sign = (secret: string, salt: string): Buffer =>
  createHmac('sha256', secret).update(`csrf ${salt}`).digest()

/**
 * Creates a token that is valid only together with `secret`, the value of an http-only cookie. Every token has its
 * own salt: the page that carries it is compressed, and an unchanging token could be guessed from sizes (BREACH).
 */
export function makeCsrfToken(random: (bytes: number) => Buffer, secret: string): string {
  const salt = random(saltBytes).toString('base64url')
  return `${salt}.${sign(secret, salt).toString('base64url')}`
}

export function isCsrfToken(secret: string | undefined, token: unknown): boolean {
  if (!secret || typeof token !== 'string') return false
  const [salt = '', signature = ''] = token.split('.')
  const sent = Buffer.from(signature, 'base64url')
  const expected = sign(secret, salt)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
