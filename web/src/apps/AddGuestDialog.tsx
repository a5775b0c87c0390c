import { Text } from '@mantine/core'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createGuest } from '@trestle/domain/collaborators/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { EmailPicker } from './EmailPicker.tsx'
import { useAddGuest } from './mutations.ts'

export interface AddGuestDialogProps {
  app: Pick<DeveloperApp, 'id' | 'internal_name' | 'collaborators'>
  opened: boolean
  onClose: () => void
}

const { body: schema } = createGuest

/** Picks a developer who may then see the app (COLL-05). */
export function AddGuestDialog({ app, opened, onClose }: AddGuestDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('adminApp.guest.title')}>
      <GuestForm app={app} onAdded={onClose} />
    </Modal>
  )
}

function GuestForm({ app, onAdded }: { app: AddGuestDialogProps['app']; onAdded: () => void }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<PickerOption | null>(null)
  const { mutateAsync: add } = useAddGuest(app.id)
  const form = useSchemaForm(schema, { developer_id: '' })
  const labels = { developer_id: t('adminApp.guest.pick') }
  const works = app.collaborators.find(({ developer }) => developer.email === picked?.label)
  const already = works ? t('adminApp.guest.already', { name: works.developer.name }) : null
  return (
    <FormShell
      form={form}
      labels={labels}
      needsChange={false}
      requiredNote={false}
      disabledReason={picked ? already : t('adminApp.picker.pickFirst')}
      submitLabel={t('adminApp.guest.add')}
      errorTitle={t('adminApp.guest.failed')}
      onSubmit={async (values) => {
        const { name } = await add(values)
        toast('success', t('adminApp.guest.added', { name }))
        onAdded()
      }}
      cancel={<CancelButton />}
    >
      <Text size="sm">{t('adminApp.guest.detail', { app: app.internal_name })}</Text>
      <EmailPicker
        label={labels.developer_id}
        path="developer_id"
        value={picked}
        onChange={(option) => {
          setPicked(option)
          form.setFieldValue('developer_id', option?.value ?? '')
        }}
        error={form.errors['developer_id']}
      />
    </FormShell>
  )
}
