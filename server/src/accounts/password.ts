import { hash, verify, type Options } from '@node-rs/argon2'

/** Argon2id, 19 MiB, two passes (the library's own variant is argon2id). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password nobody knows, made with the same cost: verifying against it takes as long as against a real one. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$dhT7aICGU712q3MWiWXHYA$YVKrOm7EatEdeSE/L7VbZHhKGL9GIkHxRtVay2ZdfqQ'

/** The same letters typed on two keyboards can arrive as different code points. */
const settled = (password: string): string => password.normalize('NFKC')

export async function hashPassword(password: string): Promise<string> {
  return hash(settled(password), cost)
}

/** Whether this is the password. Without a stored hash the answer is no, after the same work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? nobodysHash, settled(password))
  return matches && stored !== undefined
}
