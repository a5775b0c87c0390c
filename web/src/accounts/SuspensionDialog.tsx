import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { suspendDeveloper as endpoint } from '@trestle/domain/accounts/suspensions/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/suspensions.ts'
import { ReasonDialog } from '../shared/ReasonDialog.tsx'
import { toast } from '../ui/toast.ts'
import { suspendDeveloper } from './queries.ts'

export interface SuspensionDialogProps {
  developer: AdminDeveloper
  opened: boolean
  onClose: () => void
}

/** Asks for the reason of a suspension. */
export function SuspensionDialog({ developer: { id, name }, ...dialog }: SuspensionDialogProps) {
  const { t } = useTranslation()
  return (
    <ReasonDialog
      {...dialog}
      schema={endpoint.body}
      texts={{
        title: t('suspensions.title', { name }),
        detail: t('suspensions.detail', { name }),
        label: t('suspensions.reason'),
        hint: t('suspensions.reasonHint'),
        submit: t('suspensions.suspend'),
        failed: t('suspensions.failed'),
      }}
      onSubmit={async (reason) => {
        await suspendDeveloper(id, reason)
        toast('success', t('suspensions.suspended', { name }))
      }}
    />
  )
}
