import type { Passkey } from '@trestle/domain/accounts/factors/contract.ts'
import type { PasskeyRow } from './store.ts'

export const presentPasskey = ({ id, name, backed_up, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  backed_up,
  created_at,
  last_used_at,
})
