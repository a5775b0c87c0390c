import { Button, Stack, Text, TextInput } from '@mantine/core'
import { deleteAccount as endpoint } from '@trestle/domain/accounts/deletion/contract.ts'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import '../texts/accountDeletion.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { deleteAccount } from './deletion/queries.ts'

interface DeleteAccountDialogProps {
  email: string
  opened: boolean
  onClose: () => void
}

/** Says what to do about owned apps, which someone can't transfer or delete before they accept the terms. */
function OwnedApps() {
  const { t } = useTranslation()
  const { flags, terms_due: areTermsDue } = useSession()
  if (!areTermsDue) return t('accountDeletion.owned')
  const support = <TextLink href={flags.support_url}>{t('shell.support')}</TextLink>
  return <Trans i18nKey="accountDeletion.ownedBeforeTerms" components={{ support }} />
}

/** Asks to type the address of the account before it is deleted. */
export function DeleteAccountDialog({ email, opened, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(endpoint.body, { email: '' })
  const close = () => {
    form.reset()
    onClose()
  }
  const label = t('accountDeletion.email', { email })
  return (
    <Modal opened={opened} onClose={close} title={t('accountDeletion.question')} size="lg">
      <Stack gap="md">
        <Text>{t('accountDeletion.effect')}</Text>
        <Text>
          <OwnedApps />
        </Text>
        <FormShell
          form={form}
          labels={{ email: label }}
          onSubmit={(values) => deleteAccount(values.email)}
          submitLabel={t('accountDeletion.delete')}
          errorTitle={t('accountDeletion.failed')}
          needsChange={false}
          requiredNote={false}
          danger
          actions={
            <Button variant="default" onClick={close} disabled={form.submitting}>
              {t('ui.cancel')}
            </Button>
          }
        >
          <TextInput
            type="email"
            label={label}
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
        </FormShell>
      </Stack>
    </Modal>
  )
}
