import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { RedirectFields } from '../shared/RedirectFields.tsx'
import '../texts/credentials.ts'
import '../texts/settings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './useSettingsForm.ts'

interface SettingsCredentialsProps {
  app: DeveloperApp
  settings: SettingsForm
}

/**
 * Shows the credentials of production. Before they exist, everything that doesn't need them can be set (SET-05 to
 * SET-09).
 */
export function SettingsCredentials({ app, settings }: SettingsCredentialsProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('settings.credentials.title')} aside={<EnvironmentBadge environment="production" />}>
      {settings.showsCredentials ? (
        <Fields app={app} settings={settings} />
      ) : (
        <p className={classes['muted']}>{t('settings.credentials.hidden')}</p>
      )}
    </Section>
  )
}

function NoCredentials({ appId }: { appId: number }) {
  const { t } = useTranslation()
  return (
    <p className={classes['muted']}>
      {t('settings.credentials.none')} <CredentialsLink appId={appId} />.
    </p>
  )
}

function AppId({ uid }: { uid: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      className={classes['code'] ?? ''}
      label={t('settings.credentials.appId')}
      description={t('settings.credentials.appIdHint')}
      value={uid}
      readOnly
      rightSection={<CopyButton value={uid} name={t('settings.credentials.appId')} compact />}
    />
  )
}

function CredentialsLink({ appId }: { appId: number }) {
  const { t } = useTranslation()
  return (
    <TextLink href={paths.app(appId, 'oauth_credentials')}>
      {t('settings.credentials.toCredentials')}
    </TextLink>
  )
}

function Fields({ app, settings }: SettingsCredentialsProps) {
  const { t } = useTranslation()
  const { form, locked } = settings
  return (
    <Stack gap="md">
      {app.credentials ? (
        <>
          <AppId uid={app.credentials.uid} />
          <Secret app={app} />
        </>
      ) : (
        <NoCredentials appId={app.id} />
      )}
      <Privacy isConfidential={app.confidential} />
      <RedirectFields
        inputProps={(field) => form.getInputProps(field)}
        readOnly={locked.others}
        redirectReadOnly={locked.redirect_uri}
        environment="production"
        isConfidential={app.confidential}
      />
      <Checkbox
        label={t('settings.credentials.connectable')}
        description={t('settings.credentials.connectableHint')}
        disabled={locked.others}
        {...form.getInputProps('connectable', { type: 'checkbox' })}
      />
      {app.credentials && (
        <Checkbox
          label={t('settings.credentials.legacy')}
          description={t('settings.credentials.legacyHint')}
          disabled={locked.others}
          {...form.getInputProps('legacy', { type: 'checkbox' })}
        />
      )}
    </Stack>
  )
}

/** A secret is stored as a hash, so only its last characters and its date can be shown (SET-08). */
function Secret({ app: { id, confidential, stored_secret: secret } }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  if (!confidential) {
    return (
      <TextInput
        label={t('settings.credentials.secret')}
        value={t('settings.credentials.secretPublic')}
        readOnly
      />
    )
  }
  return (
    <TextInput
      className={classes['code'] ?? ''}
      label={t('settings.credentials.secret')}
      description={
        <>
          {secret && `${t('settings.credentials.secretMade', { date: fullDate(secret.made_at) })} `}
          {t('settings.credentials.secretHint')} <CredentialsLink appId={id} />.
        </>
      }
      value={
        secret
          ? t('settings.credentials.secretStored', { lastFour: secret.last_four })
          : t('settings.credentials.secretNone')
      }
      readOnly
    />
  )
}

function Privacy({ isConfidential }: { isConfidential: boolean }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('settings.credentials.privacy')}
      description={t('settings.credentials.privacyHint')}
      value={isConfidential ? 'confidential' : 'public'}
      readOnly
    >
      <Group gap="xl" mt="xs">
        {(['confidential', 'public'] as const).map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`settings.credentials.${value}`)}
            description={t(`settings.credentials.${value}Hint`)}
            disabled
            classNames={{ label: classes['readable'] ?? '' }}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
