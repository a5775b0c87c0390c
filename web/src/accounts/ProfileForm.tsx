import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/accounts.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { toast } from '../ui/toast.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { accountSchema } from './lazySchema.ts'
import { CompanyField, NameFields, useNameLabels } from './NameFields.tsx'
import { updateAccount } from './queries.ts'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStoredForm } from '../shared/useStaleSave.ts'

const schema = accountSchema(({ updateAccount }) => updateAccount.body)

const toValues = ({ first_name, last_name, company_name }: Developer) => ({
  first_name,
  last_name,
  company_name,
})

export function ProfileForm({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const { form, submit, dialog } = useStoredForm({
    stored: developer,
    fields: schema,
    toValues,
    save: async (changed, since) => {
      const saved = await updateAccount({ ...changed, if_unchanged_since: since })
      toast('success', t('accounts.account.saved'))
      return saved
    },
  })
  const nameFields = { inputProps: form.getInputProps, isOwn: true }
  return (
    <>
      <FormShell
        form={form}
        labels={useNameLabels()}
        onSubmit={submit}
        submitLabel={t('accounts.account.save')}
        errorTitle={t('accounts.account.saveFailed')}
        saveHotkey
      >
        <NameFields {...nameFields} />
        <CompanyField {...nameFields} />
      </FormShell>
      <StaleSaveDialog {...dialog} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
