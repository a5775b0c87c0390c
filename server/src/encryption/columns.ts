/**
 * Every column with encrypted values, as `table.column` of the type bytea. The name is part of what a value is
 * authenticated with, so that no one can move a value to another column.
 */
export const encryptedColumns = [
  'marketplace_salts.salt',
  'oauth_interactions.pushed_request_encrypted',
  'oauth_keys.private_encrypted',
  'totp_secrets.secret',
] as const

export type EncryptedColumn = (typeof encryptedColumns)[number]
