import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClientSecret, Credentials, StoredSecret } from '@trestle/domain/credentials/contract.ts'
import { decideNewSecret } from '@trestle/domain/credentials/secrets.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import '../texts/clientSecrets.ts'
import '../texts/credentials.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { WaitingNote } from '../ui/Skeletons.tsx'
import { AddSecretDialog } from './AddSecretDialog.tsx'
import { ClientSecretDialog, type SecretQuestion } from './ClientSecretDialog.tsx'
import { ClientSecretEntry } from './ClientSecretEntry.tsx'
import classes from './Credentials.module.css'
import { PublicNote } from './SecretField.tsx'
import { OneTimeSecretDialog } from './OneTimeSecretDialog.tsx'
import { clientSecretList, useRefreshApp, type SecretScope } from './queries.ts'
import { toRuledSecret } from './toRuledSecret.ts'

interface ClientSecretsProps extends SecretScope {
  appName: string
  /** What the app knows about the newest secret while the list loads; null for none. */
  stored: z.infer<typeof StoredSecret> | null
  mayChange: boolean
  /** Whether the app can't keep a secret. Then earlier secrets don't work, and no new ones can be added. */
  isPublic: boolean
  /** The action that replaces all secrets at once. */
  reset: ReactNode
}

/** Lists an app's client secrets in an environment. A public app only has those from before it was public. */
export function ClientSecrets(props: ClientSecretsProps) {
  return props.isPublic ? <UnusedSecrets {...props} /> : <UsedSecrets {...props} />
}

/** Shows the secrets of an app that can't use them, to end them, or says that it needs none. */
function UnusedSecrets(props: ClientSecretsProps) {
  const { environment, stored } = props
  const { t } = useTranslation()
  if (!stored) return <PublicNote />
  return (
    <section className={classes['secrets']} aria-label={t(`clientSecrets.${environment}`)}>
      <SecretList {...props} stored={stored} />
      <Text size="sm" c="dimmed">
        {t('clientSecrets.unused')}
      </Text>
    </section>
  )
}

/** Lists the secrets that an app can use, so that one can replace the other without an outage. */
function UsedSecrets(props: ClientSecretsProps) {
  const { environment, stored, mayChange, reset } = props
  const { t } = useTranslation()
  const { data: present } = useQuery({ ...clientSecretList(props), enabled: stored !== null })
  const box = useRef<HTMLElement>(null)
  const hintId = useId()
  const mayAdd = mayChange && stored !== null
  const decision = decideNewSecret((present ?? []).map(toRuledSecret))
  return (
    <section
      ref={box}
      className={classes['secrets']}
      aria-label={t(`clientSecrets.${environment}`)}
      tabIndex={-1}
    >
      {stored ? (
        <SecretList {...props} stored={stored} />
      ) : (
        <span className={classes['muted']}>{t('credentials.secret.none')}</span>
      )}
      <div className={classes['secretLine']}>
        {mayAdd && (
          <AddSecret
            {...props}
            {...(!decision.ok && { refusalId: hintId })}
            onAdded={() => box.current?.focus()}
          />
        )}
        {reset}
      </div>
      {mayAdd && (
        <Text id={hintId} size="sm" c="dimmed">
          {decision.ok ? t('clientSecrets.replace') : decision.refusal.message}
        </Text>
      )}
    </section>
  )
}

interface SecretListProps extends ClientSecretsProps {
  stored: z.infer<typeof StoredSecret>
}

function SecretList(props: SecretListProps) {
  const { appId, environment, stored, mayChange, isPublic } = props
  const { t } = useTranslation()
  const secrets = useQuery(clientSecretList(props))
  const refresh = useRefreshApp(appId)
  const [question, setQuestion] = useState<SecretQuestion | null>(null)
  return (
    <>
      {secrets.data && (
        <ul className={classes['list']} aria-label={t(`clientSecrets.${environment}`)}>
          {secrets.data.map((secret, _, present) => (
            <ClientSecretEntry
              key={secret.id}
              secret={secret}
              present={present}
              mayChange={mayChange}
              isPublic={isPublic}
              onAsk={(action) => setQuestion({ action, secret })}
            />
          ))}
        </ul>
      )}
      {secrets.isPending && <SecretPlaceholder {...props} stored={stored} />}
      {secrets.error && !secrets.data && (
        <FailedState
          title={t('clientSecrets.failed')}
          error={toFailure(secrets.error)}
          onRetry={() => void secrets.refetch()}
        />
      )}
      {question && (
        <ClientSecretDialog
          {...props}
          {...question}
          onClose={() => setQuestion(null)}
          onChanged={() => void refresh()}
        />
      )}
    </>
  )
}

/** Takes up the space of one secret, which most apps have, so that content below hardly moves when the list loads. */
function SecretPlaceholder({
  stored,
  mayChange,
  isPublic,
}: Pick<SecretListProps, 'stored' | 'mayChange' | 'isPublic'>) {
  const secret: ClientSecret = {
    id: 0,
    label: '',
    last_four: stored.last_four,
    created_by: null,
    created_at: stored.made_at,
    last_used_at: null,
    recent_tokens: 0,
    state: 'live',
    ends_at: null,
    enable_until: null,
    leaked_at: null,
  }
  return (
    <>
      <WaitingNote />
      <div className={classes['placeholder']} inert>
        <ul className={classes['list']}>
          <ClientSecretEntry
            secret={secret}
            present={[secret]}
            mayChange={mayChange}
            isPublic={isPublic}
            onAsk={() => undefined}
          />
        </ul>
      </div>
    </>
  )
}

interface AddSecretProps extends ClientSecretsProps {
  /** The id of the text that says why no secret can be added. */
  refusalId?: string
  onAdded: () => void
}

/** Creates a secret and shows it once. The text of the secret is only in this component's state (CRED-14). */
function AddSecret({ refusalId, onAdded, ...props }: AddSecretProps) {
  const { t } = useTranslation()
  const refresh = useRefreshApp(props.appId)
  const [isAsking, setAsking] = useState(false)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const done = () => {
    setCredentials(null)
    onAdded()
    void refresh()
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={refusalId !== undefined}
        aria-describedby={refusalId}
        onClick={() => setAsking(true)}
      >
        {t('clientSecrets.add')}
      </Button>
      <AddSecretDialog
        {...props}
        opened={isAsking}
        onClose={() => setAsking(false)}
        onMade={setCredentials}
      />
      {credentials && (
        <OneTimeSecretDialog environment={props.environment} credentials={credentials} onDone={done} />
      )}
    </>
  )
}
