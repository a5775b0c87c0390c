import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { suspendDeveloper as endpoint } from '@trestle/domain/accounts/suspensions/contract.ts'
import { maxSuspensionReason } from '@trestle/domain/accounts/suspensions/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/suspensions.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { suspendDeveloper } from './queries.ts'

interface SuspensionDialogProps {
  developer: AdminDeveloper
  opened: boolean
  onClose: () => void
}

/** Asks for the reason of a suspension. */
export function SuspensionDialog({ developer, opened, onClose }: SuspensionDialogProps) {
  const { t } = useTranslation()
  const { id, name } = developer
  const form = useSchemaForm(endpoint.body, { reason: '' })
  const close = () => {
    form.reset()
    onClose()
  }
  const label = t('suspensions.reason')
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('suspensions.title', { name })}
      size="lg"
      unsaved={form.isDirty()}
    >
      <Stack gap="md">
        <Text>{t('suspensions.detail', { name })}</Text>
        <FormShell
          form={form}
          labels={{ reason: label }}
          onSubmit={async ({ reason }) => {
            await suspendDeveloper(id, reason)
            toast('success', t('suspensions.suspended', { name }))
            close()
          }}
          submitLabel={t('suspensions.suspend')}
          errorTitle={t('suspensions.failed')}
          needsChange={false}
          requiredNote={false}
          danger
          actions={
            <Button variant="default" onClick={close} disabled={form.submitting}>
              {t('ui.cancel')}
            </Button>
          }
        >
          <Textarea
            label={label}
            description={t('suspensions.reasonHint')}
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxLength={maxSuspensionReason}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </FormShell>
      </Stack>
    </Modal>
  )
}
