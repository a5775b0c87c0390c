/** How often secrets were used: the OAuth server counts it. */
export { addUses, deleteOldUses, type SecretUse } from './secrets/store.ts'
