import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import type { NamedSecret } from '@trestle/domain/credentials/secrets.ts'

/** Returns a secret in the form that the rules use. They only need whether it is disabled, not since when. */
export const toRuledSecret = ({ id, label, state, ends_at, enable_until }: ClientSecret): NamedSecret => ({
  id,
  label,
  ends_at,
  disabled_at: state === 'disabled' ? enable_until : null,
})
