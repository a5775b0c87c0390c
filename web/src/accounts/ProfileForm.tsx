import { SimpleGrid, TextInput } from '@mantine/core'
import { Developer, updateAccount as endpoint } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { FormShell } from '../ui/FormShell.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { updateAccount } from './queries.ts'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStaleSave } from '../shared/useStaleSave.ts'

const toValues = ({ first_name, last_name, company_name }: Developer) => ({
  first_name,
  last_name,
  company_name,
})

export function ProfileForm({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const form = useSchemaForm(endpoint.body, toValues(developer))
  const stale = useStaleSave({
    schema: Developer,
    stored: developer,
    save: async (values: ReturnType<typeof toValues>, since) => {
      const saved = await updateAccount({ ...values, if_unchanged_since: since })
      toast('success', t('accounts.account.saved'))
      return saved
    },
    onStored: (stored) => {
      form.setInitialValues(toValues(stored))
      form.reset()
    },
  })
  const labels = {
    first_name: t('accounts.fields.firstName'),
    last_name: t('accounts.fields.lastName'),
    company_name: t('accounts.fields.company'),
  }
  return (
    <>
      <FormShell
        form={form}
        labels={labels}
        onSubmit={stale.submit}
        submitLabel={t('accounts.account.save')}
        errorTitle={t('accounts.account.saveFailed')}
        saveHotkey
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={labels.first_name}
            required
            autoComplete="given-name"
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={labels.last_name}
            required
            autoComplete="family-name"
            {...form.getInputProps('last_name')}
          />
        </SimpleGrid>
        <TextInput
          label={labels.company_name}
          autoComplete="organization"
          {...form.getInputProps('company_name')}
        />
        <TextInput
          type="email"
          label={t('accounts.fields.email')}
          description={t('accounts.account.emailNote')}
          value={developer.email}
          readOnly
        />
      </FormShell>
      <StaleSaveDialog
        opened={stale.isStale}
        onKeep={stale.keep}
        onReload={stale.reload}
        onOverwrite={stale.overwrite}
      />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
