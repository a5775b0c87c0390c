import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../shared/FormModal.tsx'
import '../texts/collaborators.ts'
import { InvitationForm } from './InvitationForm.tsx'

export interface InvitationDialogProps {
  appId: number
  opened: boolean
  onClose: () => void
  onSent: (email: string) => void
}

export function InvitationDialog({ appId, opened, onClose, onSent }: InvitationDialogProps) {
  const { t } = useTranslation()
  const [isTyped, setTyped] = useState(false)
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('collaborators.invite.title')}
      size="lg"
      unsaved={isTyped}
    >
      <InvitationForm appId={appId} onSent={onSent} onTyped={setTyped} />
    </FormModal>
  )
}
