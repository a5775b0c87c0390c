import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/audit.ts'

type Token = NonNullable<AuditEventRow['token']>

/** Returns how the audit log names a personal access token. If its account was deleted, only its number remains. */
export function useTokenName(): (token: Token) => string {
  const { t } = useTranslation()
  return ({ id, name, last_four: lastFour }) =>
    name === null || lastFour === null
      ? t('audit.tokenNumber', { id })
      : t('audit.tokenName', { name, lastFour })
}
