import { List, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deleteAccount as endpoint } from '@trestle/domain/accounts/deletion/contract.ts'
import type { DeveloperAppRow } from '@trestle/domain/apps/contract.ts'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { appsByName } from '../shared/queries.ts'
import '../texts/accountDeletion.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import { useLoadingFocus } from '../ui/useLoadingFocus.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { deleteAccount } from './deletion/queries.ts'

export interface DeleteAccountDialogProps {
  email: string
  opened: boolean
  onClose: () => void
}

/** Says what to do about owned apps, which can't be transferred or deleted before the terms are accepted. */
function OwnedApps() {
  const { t } = useTranslation()
  const { flags, terms_due: areTermsDue } = useSession()
  if (!areTermsDue) return t('accountDeletion.owned')
  const support = <TextLink href={flags.support_url}>{t('shell.support')}</TextLink>
  return <Trans i18nKey="accountDeletion.ownedBeforeTerms" components={{ support }} />
}

/** Returns the apps that the account owns, and whether they can't be known: the server then names them. */
function useOwnedApps() {
  const { terms_due: areTermsDue } = useSession()
  const { data = [], isError, isLoading } = useQuery({ ...appsByName(), enabled: !areTermsDue })
  const owned = data.filter(({ role }) => role === 'owner')
  return { owned, isUnknown: areTermsDue || isError, isLoading }
}

/** Replaces the form until the apps are known, so that no one fills in a form that would be refused. */
const Loading = () => (
  <div ref={useLoadingFocus()} tabIndex={-1} data-autofocus>
    <LinesSkeleton />
  </div>
)

/** Says which apps prevent the deletion, with links to transfer or delete them. */
function AppsFirst({ apps }: { apps: DeveloperAppRow[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>{t('accountDeletion.ownedApps', { count: apps.length })}</Text>
      <List aria-label={t('accountDeletion.yourApps')}>
        {apps.map(({ id, internal_name: name }) => (
          <List.Item key={id}>
            <TextLink href={paths.app(id, 'settings')}>{name}</TextLink>
          </List.Item>
        ))}
      </List>
      <Text>{t('accountDeletion.ownedWhere')}</Text>
      <DialogFooter>
        <CancelButton data-autofocus>{t('ui.close')}</CancelButton>
      </DialogFooter>
    </>
  )
}

/** Asks the user to type the account's address before it is deleted. */
export function DeleteAccountDialog({ opened, onClose, ...props }: DeleteAccountDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('accountDeletion.question')} size="lg">
      <Stack gap="md">
        <DeleteAccountForm {...props} />
      </Stack>
    </Modal>
  )
}

/** Mounted only while the dialog is open, so that the input disappears with it. */
function DeleteAccountForm({ email }: Pick<DeleteAccountDialogProps, 'email'>) {
  const { t } = useTranslation()
  const { owned, isUnknown, isLoading } = useOwnedApps()
  const form = useSchemaForm(endpoint.body, { email: '' })
  const label = t('accountDeletion.email', { email })
  if (isLoading) return <Loading />
  if (owned.length > 0) return <AppsFirst apps={owned} />
  return (
    <>
      <Text>{t('accountDeletion.effect')}</Text>
      {isUnknown && (
        <Text>
          <OwnedApps />
        </Text>
      )}
      <FormShell
        form={form}
        labels={{ email: label }}
        onSubmit={async (values) => {
          await deleteAccount(values.email)
          // This leaves the page, and the sign-in page doesn't say why.
          toast('success', t('accountDeletion.deleted'), { closeAfterMs: null })
        }}
        submitLabel={t('accountDeletion.delete')}
        errorTitle={t('accountDeletion.failed')}
        needsChange={false}
        requiredNote={false}
        danger
        cancel={<CancelButton />}
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
    </>
  )
}
