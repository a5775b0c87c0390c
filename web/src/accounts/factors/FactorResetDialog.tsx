import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { requestFactorReset as endpoint } from '@trestle/domain/accounts/factors/contract.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { ReasonDialog } from '../../shared/ReasonDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { requestFactorReset } from './queries.ts'

export interface FactorResetDialogProps {
  developer: AdminDeveloper
  opened: boolean
  onClose: () => void
}

/** Asks for the reason of a reset. */
export function FactorResetDialog({ developer: { id, name }, ...dialog }: FactorResetDialogProps) {
  const { t } = useTranslation()
  return (
    <ReasonDialog
      {...dialog}
      schema={endpoint.body}
      texts={{
        title: t('factors.admin.resetTitle', { name }),
        detail: t('factors.admin.resetDetail', { name }),
        label: t('factors.admin.reason'),
        hint: t('factors.admin.reasonHint'),
        submit: t('factors.admin.reset'),
        failed: t('factors.admin.resetFailed'),
      }}
      onSubmit={async (reason) => {
        await requestFactorReset(id, reason)
        toast('success', t('factors.admin.requested'))
      }}
    />
  )
}
