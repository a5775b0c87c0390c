import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { credentialEnvironments, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { readChoice } from '../shared/readers.ts'
import '../texts/oauthDecisions.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { type Failure, toFailure } from '../ui/failure.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Section } from '../ui/Section.tsx'
import { checkCredentials } from './queries.ts'

interface Result {
  works: boolean
  message: string
}

interface CheckCredentialsSectionProps {
  appId: number
  /** The environment that is chosen first. */
  defaultEnvironment: CredentialEnvironment
  /** The app's own client ids, prefilled for the selected environment. */
  clientIds: Record<CredentialEnvironment, string | null>
}

/** Tests a client id and secret. The secret field is cleared before the result is shown. */
export function CheckCredentialsSection({
  appId,
  defaultEnvironment,
  clientIds,
}: CheckCredentialsSectionProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const [environment, setEnvironment] = useState(defaultEnvironment)
  const [clientId, setClientId] = useState(clientIds[defaultEnvironment] ?? '')
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const choose = (chosen: CredentialEnvironment) => {
    setEnvironment(chosen)
    if (['', clientIds[environment]].includes(clientId.trim())) setClientId(clientIds[chosen] ?? '')
  }
  const check = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setResult(null)
    setFailure(null)
    try {
      const checked = await checkCredentials(appId, {
        environment,
        client_id: clientId.trim(),
        secret: secret.trim(),
      })
      setSecret('')
      setResult(checked)
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('oauthDecisions.check.title')} description={t('oauthDecisions.check.description')}>
      <form onSubmit={check}>
        <Stack gap="md" maw={480}>
          {!isGovernmentCloud && (
            <NativeSelect
              label={t('oauthDecisions.environment')}
              value={environment}
              data={credentialEnvironments.map((value) => ({ value, label: t(`ui.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                choose(readChoice(value, credentialEnvironments) ?? defaultEnvironment)
              }
            />
          )}
          <TextInput
            label={t('oauthDecisions.check.clientId')}
            required
            withAsterisk={false}
            autoComplete="off"
            spellCheck={false}
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
          <PasswordField
            label={t('oauthDecisions.check.secret')}
            required
            withAsterisk={false}
            autoComplete="new-password"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default" loading={isBusy}>
              {t('oauthDecisions.check.submit')}
            </Button>
          </Group>
          <ErrorBanner title={t('oauthDecisions.check.failed')} keepsTitle error={failure} />
          {result && (
            <Banner
              tone={result.works ? 'success' : 'danger'}
              announce
              title={t(result.works ? 'oauthDecisions.check.works' : 'oauthDecisions.check.fails')}
            >
              {result.message}
            </Banner>
          )}
        </Stack>
      </form>
    </Section>
  )
}
