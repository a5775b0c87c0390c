/** A key for ENCRYPTION_KEYS. */
export const testKey = Buffer.alloc(32, 1).toString('base64')
