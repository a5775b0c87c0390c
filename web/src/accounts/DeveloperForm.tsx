import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { AdminDeveloper, updateAdminDeveloper as endpoint } from '@trestle/domain/accounts/contract.ts'
import { adminRemovalProblem } from '@trestle/domain/accounts/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSession } from '../http/session.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { LabeledSwitch } from '../ui/LabeledSwitch.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { updateAdminDeveloper } from './queries.ts'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStaleSave } from '../shared/useStaleSave.ts'

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
type Values = ReturnType<typeof toValues>

function useForm(developer: AdminDeveloper) {
  const { t } = useTranslation()
  const digits = z
    .string()
    .trim()
    .regex(/^\d{0,15}$/, t('accounts.developer.platformIdInvalid'))
  const form = useSchemaForm<Values>(endpoint.body.extend({ procore_id: digits }), toValues(developer))
  const stale = useStaleSave({
    schema: AdminDeveloper,
    stored: developer,
    save: async ({ procore_id, ...values }: Values, since) => {
      const platformId = procore_id.trim() === '' ? null : Number(procore_id)
      const body = { ...values, procore_id: platformId, if_unchanged_since: since }
      const saved = await updateAdminDeveloper(developer.id, body)
      toast('success', t('accounts.developer.saved'))
      return saved
    },
    onStored: (stored) => {
      form.setInitialValues(toValues(stored))
      form.reset()
    },
  })
  return { form, stale }
}

export function DeveloperForm({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const session = useSession()
  const { form, stale } = useForm(developer)
  const asker = { id: session.developer?.id ?? 0 }
  const adminKept = adminRemovalProblem(developer, asker, [asker.id, developer.id])
  const labels = {
    first_name: t('accounts.fields.firstName'),
    last_name: t('accounts.fields.lastName'),
    company_name: t('accounts.fields.company'),
    email: t('accounts.fields.email'),
    procore_id: t('accounts.developers.platformId'),
    is_admin: t('accounts.developer.isAdmin'),
    is_employee: t('accounts.developer.isEmployee'),
    is_partner: t('accounts.developer.isPartner'),
  }
  const rights = [
    {
      name: 'is_admin',
      note: adminKept ?? t('accounts.developer.isAdminNote'),
      disabled: adminKept !== null,
    },
    { name: 'is_employee', note: t('accounts.developer.isEmployeeNote'), disabled: false },
    { name: 'is_partner', note: t('accounts.developer.isPartnerNote'), disabled: false },
  ] as const
  return (
    <>
      <FormShell
        form={form}
        labels={labels}
        onSubmit={stale.submit}
        submitLabel={t('accounts.developer.save')}
        errorTitle={t('accounts.developer.saveFailed')}
        saveHotkey
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={labels.first_name}
            required
            autoComplete="off"
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={labels.last_name}
            required
            autoComplete="off"
            {...form.getInputProps('last_name')}
          />
        </SimpleGrid>
        <TextInput label={labels.company_name} autoComplete="off" {...form.getInputProps('company_name')} />
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
