import { useTranslation } from 'react-i18next'
import '../texts/collaborators.ts'
import { Modal } from '../ui/Modal.tsx'
import { InvitationForm } from './InvitationForm.tsx'

export interface InvitationDialogProps {
  appId: number
  opened: boolean
  onClose: () => void
  onSent: (email: string) => void
}

export function InvitationDialog({ appId, opened, onClose, onSent }: InvitationDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('collaborators.invite.title')} size="lg">
      <InvitationForm appId={appId} onSent={onSent} />
    </Modal>
  )
}
