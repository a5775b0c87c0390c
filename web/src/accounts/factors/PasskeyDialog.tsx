import { Stack, Text, TextInput } from '@mantine/core'
import { updatePasskey, type Passkey } from '@trestle/domain/accounts/factors/contract.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { addPasskey } from './addPasskey.ts'
import { renamePasskey } from './queries.ts'

export interface PasskeyDialogProps {
  opened: boolean
  /** The passkey to rename; null to add one. */
  renamed: Passkey | null
  onAdded: () => void
  onClose: () => void
}

/** Asks for the name of a new passkey, or for a new name. */
export function PasskeyDialog({ opened, renamed, onAdded, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation()
  const title = t(renamed ? 'factors.passkeys.renameTitle' : 'factors.passkeys.add')
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <PasskeyForm renamed={renamed} onAdded={onAdded} onClose={onClose} />
    </Modal>
  )
}

function PasskeyForm({ renamed, onAdded, onClose }: Omit<PasskeyDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const form = useSchemaForm(updatePasskey.body, { name: renamed?.name ?? '' })
  const label = t('factors.passkeys.name')
  const save = async ({ name }: { name: string }) => {
    if (renamed) await renamePasskey(renamed.id, name)
    else await addPasskey(name)
    onClose()
    if (renamed) return
    toast('success', t('factors.passkeys.added'))
    onAdded()
  }
  return (
    <Stack gap="md">
      {!renamed && <Text>{t('factors.passkeys.addDetail')}</Text>}
      <FormShell
        form={form}
        labels={{ name: label }}
        onSubmit={save}
        submitLabel={t(renamed ? 'factors.passkeys.save' : 'factors.passkeys.add')}
        errorTitle={t(renamed ? 'factors.passkeys.renameFailed' : 'factors.passkeys.addFailed')}
        needsChange={renamed !== null}
        requiredNote={false}
        cancel={<CancelButton />}
      >
        <TextInput
          label={label}
          description={t('factors.passkeys.nameHint')}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
      </FormShell>
    </Stack>
  )
}
