import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { RedirectFields } from '../shared/RedirectFields.tsx'
import { useRedirectLabels } from '../shared/useRedirectLabels.ts'
import '../texts/adminApp.ts'
import '../texts/credentials.ts'
import '../texts/settings.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { AppLogo } from './AppLogo.tsx'
import { PendingOwner } from './PendingOwner.tsx'
import type { AdminAppFormState } from './useAdminAppForm.ts'

interface AdminAppFormProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
}

/** Shows every field of an app to staff, with one Save button (AAPP-29). */
export function AdminAppForm({ app, state }: AdminAppFormProps) {
  const { t } = useTranslation()
  const { form, dialog, submit, upload } = state
  const labels = {
    owner_id: t('adminApp.form.owner'),
    thumbnail: t('settings.logo.label'),
    internal_name: t('adminApp.form.internalName'),
    name: t('adminApp.form.name'),
    external_owner_id: t('adminApp.form.externalOwner'),
    ...useRedirectLabels(),
  }
  return (
    <Section title={t('adminApp.form.title')} description={t('adminApp.form.detail')}>
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t('adminApp.form.save')}
        isForStaff
        saveHotkey
        onSubmit={submit}
      >
        <PendingOwner app={app} form={form} error={form.errors['owner_id']} path="owner_id" />
        <AppLogo app={app} form={form} upload={upload} readOnly={false} />
        <Names app={app} state={state} />
        <RedirectFields
          inputProps={(field) => form.getInputProps(field)}
          readOnly={false}
          environment="production"
          isConfidential={form.values.confidential}
        />
        <Switches state={state} />
      </FormShell>
      <StaleSaveDialog {...dialog} />
    </Section>
  )
}

function Names({ app, state: { form } }: AdminAppFormProps) {
  const { t } = useTranslation()
  const isNamed = app.name !== ''
  return (
    <>
      <TextInput
        label={t('adminApp.form.internalName')}
        required
        autoComplete="off"
        {...form.getInputProps('internal_name')}
      />
      <TextInput
        label={t('adminApp.form.name')}
        description={t(isNamed ? 'adminApp.form.nameHint' : 'adminApp.form.nameMissing')}
        required={isNamed}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('adminApp.form.externalOwner')}
        description={t('adminApp.form.externalOwnerHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('external_owner_id')}
      />
    </>
  )
}

const privacies = [
  [true, 'confidential'],
  [false, 'public'],
] as const

function Switches({ state: { form } }: Pick<AdminAppFormProps, 'state'>) {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        label={t('adminApp.form.privacy')}
        description={t('adminApp.form.privacyHint')}
        value={String(form.values.confidential)}
        onChange={(value) => form.setFieldValue('confidential', value === 'true')}
      >
        <Stack gap="sm" mt="xs">
          {privacies.map(([isConfidential, word]) => (
            <Radio
              key={word}
              value={String(isConfidential)}
              label={t(`settings.credentials.${word}`)}
              description={t(`settings.credentials.${word}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Stack gap="sm">
        {(['connectable', 'legacy'] as const).map((field) => (
          <Checkbox
            key={field}
            label={t(`settings.credentials.${field}`)}
            description={t(`settings.credentials.${field}Hint`)}
            {...form.getInputProps(field, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </>
  )
}
