import { Button, Stack, Text } from '@mantine/core'
import { hasDeletedOwner } from '@trestle/domain/accounts/deletion/rules.ts'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWording } from '../shared/useWording.ts'
import '../texts/adminApp.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { Modal } from '../ui/Modal.tsx'
import { EmailPicker } from './EmailPicker.tsx'

export interface ChangeOwnerDialogProps {
  app: AdminDeveloperApp
  opened: boolean
  onClose: () => void
  onChoose: (owner: PickerOption) => void
}

/** Picks the app's new owner. The choice is saved with the app (AAPP-38, AAPP-39). */
export function ChangeOwnerDialog({ app, opened, onClose, onChoose }: ChangeOwnerDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('adminApp.owner.title')}>
      <Choice app={app} onClose={onClose} onChoose={onChoose} />
    </Modal>
  )
}

/** Mounted only while the dialog is open, so that each opening starts empty. */
function Choice({ app, onClose, onChoose }: Omit<ChangeOwnerDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const wording = useWording()
  const [picked, setPicked] = useState<PickerOption | null>(null)
  const reasonId = useId()
  const isOwner = picked?.label === app.owner.email
  const already = isOwner ? t('adminApp.owner.already', { email: app.owner.email }) : null
  const reason = picked ? already : t('adminApp.picker.pickFirst')
  const choose = () => {
    if (picked) onChoose(picked)
    onClose()
  }
  return (
    <Stack gap="md">
      <Text>
        {hasDeletedOwner(app)
          ? t('adminApp.owner.detailGone')
          : t('adminApp.owner.detail', { name: app.owner.name, ...wording })}
      </Text>
      {app.deleted_at !== null && <Text>{t('adminApp.owner.detailDeleted')}</Text>}
      <EmailPicker label={t('adminApp.owner.pick')} value={picked} onChange={setPicked} />
      <Text size="sm" c="dimmed">
        {t('adminApp.owner.afterSave')}
      </Text>
      <DialogFooter reason={reason} reasonId={reasonId}>
        <CancelButton />
        <Button
          color="red"
          disabled={reason !== null}
          aria-describedby={reason === null ? undefined : reasonId}
          onClick={choose}
        >
          {t('adminApp.owner.choose')}
        </Button>
      </DialogFooter>
    </Stack>
  )
}
