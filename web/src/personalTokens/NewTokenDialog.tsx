import type { NewPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { useTranslation } from 'react-i18next'
import { OneTimeDialog } from '../shared/OneTimeDialog.tsx'
import '../texts/personalTokens.ts'

interface NewTokenDialogProps {
  token: NewPersonalToken
  onDone: () => void
}

/** Shows a new token once. */
export function NewTokenDialog({ token, onDone }: NewTokenDialogProps) {
  const { t } = useTranslation()
  return (
    <OneTimeDialog
      title={t('personalTokens.once.title')}
      texts={{
        warning: t('personalTokens.once.warning'),
        detail: t('personalTokens.once.detail'),
        stored: t('personalTokens.once.stored'),
        reason: t('personalTokens.once.reason'),
        done: t('personalTokens.once.done'),
      }}
      secrets={[{ label: t('personalTokens.once.token'), value: token.token }]}
      onDone={onDone}
    />
  )
}
