import { TextInput } from '@mantine/core'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { useRedirectLabels } from '../shared/useRedirectLabels.ts'
import '../texts/settings.ts'
import { fullDate } from '../ui/dates.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { AppLogo } from './AppLogo.tsx'
import classes from './Settings.module.css'
import { SettingsCredentials } from './SettingsCredentials.tsx'
import { useSettingsForm, type SettingsForm as Form } from './useSettingsForm.ts'

interface SettingsFormProps {
  app: DeveloperApp
  permissions: AppPermissions
}

interface PartProps {
  app: DeveloperApp
  settings: Form
}

/** Shows an app's general form with one Save button (SET-01, SET-14). */
export function SettingsForm({ app, permissions }: SettingsFormProps) {
  const { t } = useTranslation()
  const settings = useSettingsForm(app, permissions)
  const { form } = settings
  const redirectLabels = useRedirectLabels()
  const labels = {
    thumbnail: t('settings.logo.label'),
    name: t('settings.public.name'),
    internal_name: t('settings.internal.name'),
    ...(settings.showsCredentials && redirectLabels),
  }
  return (
    <>
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t('settings.save')}
        disabledReason={permissions.canEdit ? null : actionRefusal('app.edit').message}
        requiredNote={permissions.canEdit}
        saveHotkey
        onSubmit={settings.submit}
      >
        <PublicPart app={app} settings={settings} />
        <InternalPart app={app} settings={settings} />
        <SettingsCredentials app={app} settings={settings} />
      </FormShell>
      <StaleSaveDialog {...settings.dialog} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}

function PublicPart({ app, settings }: PartProps) {
  const { t } = useTranslation()
  const { form, locked, upload } = settings
  return (
    <Section title={t('settings.public.title')} description={t('settings.public.detail')}>
      <AppLogo app={app} form={form} upload={upload} readOnly={locked.thumbnail} />
      <TextInput
        mt="md"
        label={t('settings.public.name')}
        description={t(app.name === '' ? 'settings.public.nameMissing' : 'settings.public.nameHint')}
        required
        readOnly={locked.name}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        mt="md"
        label={t('settings.public.listingName')}
        description={t('settings.public.listingHint')}
        value={app.last_marketplace_app?.public_name || t('settings.public.noListing')}
        readOnly
      />
    </Section>
  )
}

function InternalPart({ app, settings: { form, locked } }: PartProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('settings.internal.title')} description={t('settings.internal.detail')}>
      <TextInput
        label={t('settings.internal.name')}
        required
        readOnly={locked.internal_name}
        autoComplete="off"
        {...form.getInputProps('internal_name')}
      />
      <dl className={classes['facts']}>
        <dt>{t('settings.internal.created')}</dt>
        <dd>{fullDate(app.created_at)}</dd>
        <dt>{t('settings.internal.updated')}</dt>
        <dd>{fullDate(app.updated_at)}</dd>
      </dl>
    </Section>
  )
}
