import { Stack, Text, TextInput } from '@mantine/core'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { adminRemovalProblem } from '@trestle/domain/accounts/rules.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import '../texts/accounts.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { LabeledSwitch } from '../ui/LabeledSwitch.tsx'
import { toast } from '../ui/toast.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { accountSchema } from './lazySchema.ts'
import { CompanyField, NameFields, useNameLabels } from './NameFields.tsx'
import { updateAdminDeveloper } from './queries.ts'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStoredForm } from '../shared/useStaleSave.ts'

const toValues = (developer: AdminDeveloper) => ({
  first_name: developer.first_name,
  last_name: developer.last_name,
  company_name: developer.company_name,
  email: developer.email,
  procore_id: developer.procore_id === null ? '' : String(developer.procore_id),
  is_admin: developer.is_admin,
  is_employee: developer.is_employee,
  is_partner: developer.is_partner,
})

function useDeveloperForm(developer: AdminDeveloper) {
  const { t } = useTranslation()
  return useStoredForm({
    stored: developer,
    fields: accountSchema(({ adminDeveloperSchema }) =>
      adminDeveloperSchema(t('accounts.developer.platformIdInvalid')),
    ),
    toValues,
    save: async ({ procore_id: typedId, ...changed }, since) => {
      const platformId = typedId !== undefined && {
        procore_id: isBlank(typedId) ? null : Number(typedId),
      }
      const body = { ...changed, ...platformId, if_unchanged_since: since }
      const saved = await updateAdminDeveloper(developer.id, body)
      toast('success', t('accounts.developer.saved'))
      return saved
    },
  })
}

export function DeveloperForm({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const session = useSession()
  const { form, submit, dialog } = useDeveloperForm(developer)
  const nameFields = { inputProps: form.getInputProps, isOwn: false }
  const caller = { id: session.developer?.id ?? 0 }
  const adminProblem = adminRemovalProblem(developer, caller)
  const labels = {
    ...useNameLabels(),
    email: t('accounts.fields.email'),
    procore_id: t('accounts.developers.platformId'),
    is_admin: t('accounts.developer.isAdmin'),
    is_employee: t('accounts.developer.isEmployee'),
    is_partner: t('accounts.developer.isPartner'),
  }
  const rights = [
    {
      name: 'is_admin',
      note: adminProblem ?? t('accounts.developer.isAdminNote'),
      disabled: adminProblem !== null,
    },
    { name: 'is_employee', note: t('accounts.developer.isEmployeeNote'), disabled: false },
    { name: 'is_partner', note: t('accounts.developer.isPartnerNote'), disabled: false },
  ] as const
  return (
    <>
      <FormShell
        form={form}
        labels={labels}
        onSubmit={submit}
        submitLabel={t('accounts.developer.save')}
        isForStaff
        saveHotkey
      >
        <NameFields {...nameFields} />
        <CompanyField {...nameFields} />
        <TextInput
          type="email"
          label={labels.email}
          description={t('accounts.developer.emailHint')}
          required
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          label={labels.procore_id}
          description={t('accounts.developer.platformIdHint')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('procore_id')}
        />
        <Stack gap="sm" component="fieldset" bd={0} p={0} m={0}>
          <Text component="legend" fw={600} mb="xs">
            {t('accounts.developer.rights')}
          </Text>
          {rights.map(({ name, note, disabled }) => (
            <LabeledSwitch
              key={name}
              label={labels[name]}
              description={note}
              disabled={disabled}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
        </Stack>
      </FormShell>
      <StaleSaveDialog {...dialog} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
