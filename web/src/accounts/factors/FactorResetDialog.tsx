import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { requestFactorReset as endpoint } from '@trestle/domain/accounts/factors/contract.ts'
import { maxResetReason } from '@trestle/domain/accounts/factors/rules.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { FormShell } from '../../ui/FormShell.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { requestFactorReset } from './queries.ts'

export interface FactorResetDialogProps {
  developer: AdminDeveloper
  opened: boolean
  onClose: () => void
}

/** Asks for the reason of a reset. */
export function FactorResetDialog({ developer, opened, onClose }: FactorResetDialogProps) {
  const { t } = useTranslation()
  const { id, name } = developer
  const form = useSchemaForm(endpoint.body, { reason: '' })
  const close = () => {
    form.reset()
    onClose()
  }
  const label = t('factors.admin.reason')
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('factors.admin.resetTitle', { name })}
      size="lg"
      unsaved={form.isDirty()}
    >
      <Stack gap="md">
        <Text>{t('factors.admin.resetDetail', { name })}</Text>
        <FormShell
          form={form}
          labels={{ reason: label }}
          onSubmit={async ({ reason }) => {
            await requestFactorReset(id, reason)
            toast('success', t('factors.admin.requested'))
            close()
          }}
          submitLabel={t('factors.admin.reset')}
          errorTitle={t('factors.admin.resetFailed')}
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
            description={t('factors.admin.reasonHint')}
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxLength={maxResetReason}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </FormShell>
      </Stack>
    </Modal>
  )
}
