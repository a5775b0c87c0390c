import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Collaborator, Invitation } from '@trestle/domain/collaborators/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/collaborators.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useCancelInvitation, useRemoveCollaborator, useTransfer } from './queries.ts'
import { useWording } from '../shared/useWording.ts'

/** The action that the row menu asks to confirm. */
export type Question =
  | { action: 'transfer' | 'remove'; person: Collaborator }
  | { action: 'cancel'; invitation: Invitation }

/** Returns the key of the row that a question is about. */
export const rowKeyFor = (question: Question): string =>
  question.action === 'cancel' ? `invitation-${question.invitation.id}` : `person-${question.person.id}`

interface CollaboratorDialogProps {
  app: DeveloperApp
  question: Question | null
  onClose: () => void
  /** The collaborator was removed or became owner, which discards the role chosen for them. */
  onSettled: (person: Collaborator) => void
}

export function CollaboratorDialog({ app, question, onClose, onSettled }: CollaboratorDialogProps) {
  if (question?.action === 'cancel') {
    return <CancelDialog appId={app.id} invitation={question.invitation} onClose={onClose} />
  }
  if (question?.action === 'transfer') {
    return <TransferDialog app={app} person={question.person} onClose={onClose} onSettled={onSettled} />
  }
  if (question?.action === 'remove') {
    return <RemoveDialog app={app} person={question.person} onClose={onClose} onSettled={onSettled} />
  }
  return null
}

interface PersonDialogProps extends Pick<CollaboratorDialogProps, 'app' | 'onClose' | 'onSettled'> {
  person: Collaborator
}

function TransferDialog({ app, person, onClose, onSettled }: PersonDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: transfer } = useTransfer(app.id)
  const wording = useWording()
  const names = { name: person.name, email: person.email, app: app.internal_name }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('collaborators.transfer.title', names)}
      confirmLabel={t('collaborators.transfer.confirm')}
      errorTitle={t('collaborators.transfer.failed')}
      typeName={app.internal_name}
      danger
      onConfirm={async () => {
        await transfer(person.developer_id)
        onSettled(person)
        toast('success', t('collaborators.transfer.done', names))
      }}
    >
      <p>{t('collaborators.transfer.detail', names)}</p>
      <p>{t('collaborators.transfer.effect', { ...names, ...wording })}</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ app, person, onClose, onSettled }: PersonDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useRemoveCollaborator(app.id)
  const names = { name: person.name, email: person.email, app: app.internal_name }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('collaborators.remove.title', names)}
      confirmLabel={t('collaborators.remove.confirm')}
      errorTitle={t('collaborators.remove.failed')}
      danger
      onConfirm={async () => {
        await remove(person.id)
        onSettled(person)
        toast('success', t('collaborators.remove.done', names))
      }}
    >
      <p>{t('collaborators.remove.detail', names)}</p>
      <p>{t('collaborators.remove.effect')}</p>
    </ConfirmDialog>
  )
}

interface CancelDialogProps {
  appId: number
  invitation: Invitation
  onClose: () => void
}

function CancelDialog({ appId, invitation, onClose }: CancelDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: cancel } = useCancelInvitation(appId)
  const { email } = invitation
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('collaborators.cancel.title', { email })}
      confirmLabel={t('collaborators.cancel.confirm')}
      cancelLabel={t('collaborators.cancel.keep')}
      errorTitle={t('collaborators.cancel.failed')}
      danger
      onConfirm={async () => {
        await cancel(invitation.id)
        toast('success', t('collaborators.cancel.done', { email }))
      }}
    >
      <p>{t('collaborators.cancel.detail', { email })}</p>
    </ConfirmDialog>
  )
}
