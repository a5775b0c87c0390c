import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClientSecret, Credentials, StoredSecret } from '@trestle/domain/credentials/contract.ts'
import { maxSecrets } from '@trestle/domain/credentials/secrets.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import '../texts/clientSecrets.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { WaitingNote } from '../ui/Skeletons.tsx'
import { AddSecretDialog } from './AddSecretDialog.tsx'
import { ClientSecretDialog, type SecretQuestion } from './ClientSecretDialog.tsx'
import { ClientSecretEntry } from './ClientSecretEntry.tsx'
import classes from './Credentials.module.css'
import { OneTimeSecretDialog } from './OneTimeSecretDialog.tsx'
import { clientSecretList, useRefreshApp, type SecretPlace } from './queries.ts'

export interface ClientSecretsProps extends SecretPlace {
  appName: string
  /** What the app knows about the newest secret while the list loads. */
  stored: z.infer<typeof StoredSecret>
  mayChange: boolean
}

/** Lists an app's client secrets in an environment, so that one can replace the other without an outage. */
export function ClientSecrets(props: ClientSecretsProps) {
  const { appId, environment, stored, mayChange } = props
  const { t } = useTranslation()
  const secrets = useQuery(clientSecretList(props))
  const refresh = useRefreshApp(appId)
  const box = useRef<HTMLElement>(null)
  const [question, setQuestion] = useState<SecretQuestion | null>(null)
  const title = t(`clientSecrets.${environment}`)
  return (
    <section ref={box} aria-label={title} tabIndex={-1}>
      {secrets.data && (
        <ul className={classes['list']} aria-label={title}>
          {secrets.data.map((secret, _, present) => (
            <ClientSecretEntry
              key={secret.id}
              secret={secret}
              present={present}
              mayChange={mayChange}
              onAsk={(action) => setQuestion({ action, secret })}
            />
          ))}
        </ul>
      )}
      {secrets.isPending && <SecretsToCome stored={stored} mayChange={mayChange} />}
      {secrets.error && !secrets.data && (
        <FailedState
          title={t('clientSecrets.failed')}
          error={toFailure(secrets.error)}
          onRetry={() => void secrets.refetch()}
          retrying={secrets.isFetching}
        />
      )}
      {mayChange && secrets.data && (
        <AddSecret {...props} present={secrets.data} onAdded={() => box.current?.focus()} />
      )}
      {question && (
        <ClientSecretDialog
          {...props}
          {...question}
          onClose={() => setQuestion(null)}
          onChanged={() => void refresh()}
        />
      )}
    </section>
  )
}

/** Takes the room of one secret, as most apps have, so that what is below hardly moves when the list arrives. */
function SecretsToCome({ stored, mayChange }: Pick<ClientSecretsProps, 'stored' | 'mayChange'>) {
  const { t } = useTranslation()
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
      <div className={classes['toCome']} inert>
        <ul className={classes['list']}>
          <ClientSecretEntry
            secret={secret}
            present={[secret]}
            mayChange={mayChange}
            onAsk={() => undefined}
          />
        </ul>
        {mayChange && (
          <Button variant="default" size="xs">
            {t('clientSecrets.add')}
          </Button>
        )}
      </div>
    </>
  )
}

interface AddSecretProps extends ClientSecretsProps {
  present: ClientSecret[]
  onAdded: () => void
}

/** Creates a secret and shows it once. The text of the secret is only in this component's state (CRED-14). */
function AddSecret({ present, onAdded, ...props }: AddSecretProps) {
  const { t } = useTranslation()
  const refresh = useRefreshApp(props.appId)
  const [isAsking, setAsking] = useState(false)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const reasonId = useId()
  const isFull = present.length >= maxSecrets
  const done = () => {
    setCredentials(null)
    onAdded()
    void refresh()
  }
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          disabled={isFull}
          aria-describedby={isFull ? reasonId : undefined}
          onClick={() => setAsking(true)}
        >
          {t('clientSecrets.add')}
        </Button>
        {isFull && (
          <Text id={reasonId} size="sm" c="dimmed">
            {t('clientSecrets.full')}
          </Text>
        )}
      </Group>
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
