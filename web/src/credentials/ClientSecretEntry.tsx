import { Text } from '@mantine/core'
import { IconCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import { decideSecretChange, type SecretChange } from '@trestle/domain/credentials/secrets.ts'
import { Trans, useTranslation } from 'react-i18next'
import '../texts/clientSecrets.ts'
import { Badge } from '../ui/Badge.tsx'
import { fullDate } from '../ui/dates.ts'
import { Dropdown, type DropdownItem } from '../ui/Dropdown.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useServerNow } from '../ui/serverTime.ts'
import type { SecretAction } from './ClientSecretDialog.tsx'
import classes from './Credentials.module.css'
import { toRuledSecret } from './toRuledSecret.ts'

interface ClientSecretEntryProps {
  secret: ClientSecret
  /** All secrets of the app in the environment. */
  present: ClientSecret[]
  mayChange: boolean
  /** Whether the app can't use the secret, so that it can only be ended. */
  isPublic: boolean
  onAsk: (action: SecretAction) => void
}

/** Shows the visible parts of a client secret, and the menu of possible changes. */
export function ClientSecretEntry(props: ClientSecretEntryProps) {
  const { secret, mayChange, isPublic } = props
  const { t } = useTranslation()
  const { label, created_by: name, last_used_at: usedAt } = secret
  const date = fullDate(secret.created_at)
  const lastFour = t('clientSecrets.lastFour', { lastFour: secret.last_four })
  return (
    <li>
      <div className={classes['entry']}>
        <div className={classes['entryTitle']}>
          <strong>{label || t('clientSecrets.unnamed')}</strong>
          <span className={classes['value']}>{lastFour}</span>
          {!isPublic && <State secret={secret} />}
        </div>
        <Text size="sm" c="dimmed">
          {name === null
            ? t('clientSecrets.created', { date })
            : t('clientSecrets.createdBy', { date, name })}
          {' · '}
          {usedAt === null ? (
            t('clientSecrets.neverUsed')
          ) : (
            <Trans i18nKey="clientSecrets.used" components={{ when: <RelativeTime at={usedAt} /> }} />
          )}
        </Text>
        {secret.leaked_at !== null && (
          <Text size="sm" c="red" fw={600}>
            {t(isPublic ? 'clientSecrets.leakedUnused' : 'clientSecrets.leaked', {
              date: fullDate(secret.leaked_at),
            })}
          </Text>
        )}
      </div>
      {mayChange && <Actions {...props} name={lastFour} />}
    </li>
  )
}

function State({ secret }: { secret: ClientSecret }) {
  const { t } = useTranslation()
  switch (secret.state) {
    case 'live':
      return (
        <Badge tone="success" icon={<IconCheck size="0.875rem" aria-hidden />}>
          {t('clientSecrets.live')}
        </Badge>
      )
    case 'disabled':
      return (
        <Badge wraps tone="danger" icon={<IconX size="0.875rem" aria-hidden />}>
          {t('clientSecrets.disabled', { date: fullDate(secret.enable_until) })}
        </Badge>
      )
    case 'ending':
      return (
        <Badge wraps tone="warning" icon={<IconClockHour4 size="0.875rem" aria-hidden />}>
          {t('clientSecrets.ending', { date: fullDate(secret.ends_at) })}
        </Badge>
      )
    default:
      secret.state satisfies never
      return null
  }
}

interface ActionsProps extends Omit<ClientSecretEntryProps, 'mayChange'> {
  name: string
}

/** Offers the changes. Those that the rules refuse are disabled and say why. */
function Actions({ secret, present, isPublic, name, onAsk }: ActionsProps) {
  const { t } = useTranslation()
  const now = useServerNow(false)
  const app = { present: present.map(toRuledSecret), confidential: !isPublic }
  const reasonAgainst = (change: SecretChange): string | null => {
    const decision = decideSecretChange(toRuledSecret(secret), app, change, now)
    return decision.ok ? null : decision.refusal.message
  }
  const item = (action: SecretAction): DropdownItem => ({
    key: action,
    label: t(`clientSecrets.${action}`),
    onSelect: () => onAsk(action),
  })
  const end = { ...item('end'), danger: true, disabledReason: reasonAgainst({ ends_in: 'now' }) }
  const isDisabled = secret.state === 'disabled'
  const items: DropdownItem[] = isPublic
    ? [end]
    : [
        item('rename'),
        {
          ...item(isDisabled ? 'enable' : 'disable'),
          disabledReason: reasonAgainst({ disabled: !isDisabled }),
        },
        end,
      ]
  return <Dropdown items={items} name={name} />
}
