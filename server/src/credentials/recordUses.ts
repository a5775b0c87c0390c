/** For the OAuth server, which counts how often client secrets are used. */
export { addUses, deleteOldUses, type SecretUse } from './secrets/store.ts'
