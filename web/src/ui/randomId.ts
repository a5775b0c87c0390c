/** Returns 32 random hexadecimal digits. Without `crypto.randomUUID`, which exists only over https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
