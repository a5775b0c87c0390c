import { Button, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { OauthEvent } from '@trestle/domain/oauth/contract.ts'
import { credentialEnvironments, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { eventOutcomes, type EventOutcome } from '@trestle/domain/oauth/events.ts'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { readChoice } from '../shared/readers.ts'
import { useAddressChoice } from '../shared/useAddressChoice.ts'
import '../texts/oauthDecisions.ts'
import { Badge } from '../ui/Badge.tsx'
import { fullDateWithSeconds } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Filters } from '../ui/Filters.tsx'
import { humanize } from '../ui/humanize.ts'
import { ShortTable } from '../ui/ShortTable.tsx'
import type { Column } from '../ui/Table.tsx'
import classes from './DecisionList.module.css'
import { decisionPollMs, oauthDecisions } from './queries.ts'
import type { DecisionView } from './decisionViews.ts'

/** The reason comes early, so that a narrow screen shows it without scrolling. */
function useColumns(): Column<OauthEvent>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'outcome',
      label: t('oauthDecisions.outcome'),
      cell: ({ outcome }) => {
        const Icon = outcome === 'issued' ? IconCheck : IconX
        return (
          <Badge
            tone={outcome === 'issued' ? 'success' : 'danger'}
            icon={<Icon size="0.875rem" aria-hidden />}
          >
            {t(`oauthDecisions.outcomes.${outcome}`, { defaultValue: humanize(outcome) })}
          </Badge>
        )
      },
    },
    {
      key: 'reason',
      label: t('oauthDecisions.reason'),
      folds: true,
      cell: ({ message, count }) => (
        <div className={classes['reason']}>
          {message}
          {count > 1 && (
            <Text size="xs" c="dimmed">
              {t('oauthDecisions.times', { count })}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'at', label: t('oauthDecisions.when'), folds: true, cell: ({ at }) => fullDateWithSeconds(at) },
    { key: 'action', label: t('oauthDecisions.action'), folds: true, cell: ({ action }) => humanize(action) },
    { key: 'network', label: t('oauthDecisions.network'), folds: true, cell: ({ network }) => network },
  ]
}

interface DecisionListProps {
  appId: number
  /** Shown first. */
  defaultEnvironment: CredentialEnvironment
  outcome: EventOutcome | undefined
  onOutcome: (view: DecisionView) => void
}

/** Lists the OAuth server's latest decisions about an app, with reasons in plain words. */
export function DecisionList({ appId, defaultEnvironment, outcome, onOutcome }: DecisionListProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const environments = isGovernmentCloud ? (['production'] as const) : credentialEnvironments
  const [environment, setEnvironment] = useAddressChoice(
    'developer',
    'environment',
    environments,
    defaultEnvironment,
  )
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    oauthDecisions(appId, { environment, outcome }),
  )
  const columns = useColumns()
  const environmentField = useRef<HTMLSelectElement>(null)
  return (
    <>
      <Filters>
        {!isGovernmentCloud && (
          <NativeSelect
            label={t('oauthDecisions.environment')}
            ref={environmentField}
            value={environment}
            data={environments.map((value) => ({ value, label: t(`ui.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setEnvironment(readChoice(value, environments) ?? defaultEnvironment)
            }
          />
        )}
        <NativeSelect
          label={t('oauthDecisions.outcome')}
          value={outcome ?? 'all'}
          data={(['all', ...eventOutcomes] as const).map((value) => ({
            value,
            label: t(`oauthDecisions.outcomes.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => onOutcome(readChoice(value, eventOutcomes) ?? 'all')}
        />
      </Filters>
      <ShortTable
        label={t('oauthDecisions.label')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        errorTitle={t('oauthDecisions.failed')}
        onRetry={() => void refetch()}
        busy={isFetching && (!data || isPlaceholderData)}
        empty={
          <NoDecisions outcome={outcome}>
            {!isGovernmentCloud && (
              <OtherEnvironment
                appId={appId}
                environment={environment === 'production' ? 'sandbox' : 'production'}
                outcome={outcome}
                onShow={(other) => {
                  setEnvironment(other)
                  environmentField.current?.focus()
                }}
              />
            )}
          </NoDecisions>
        }
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('oauthDecisions.refreshed', { seconds: decisionPollMs / 1000 })}
      </Text>
    </>
  )
}

interface NoDecisionsProps extends Pick<DecisionListProps, 'outcome'> {
  children: ReactNode
}

function NoDecisions({ outcome, children }: NoDecisionsProps) {
  const { t } = useTranslation()
  if (outcome === undefined) {
    return (
      <EmptyState title={t('oauthDecisions.none')} detail={t('oauthDecisions.noneDetail')}>
        {children}
      </EmptyState>
    )
  }
  const title = t(outcome === 'refused' ? 'oauthDecisions.noneRefused' : 'oauthDecisions.noneIssued')
  return (
    <EmptyState kind="no-match" title={title}>
      {children}
    </EmptyState>
  )
}

interface OtherEnvironmentProps extends Pick<DecisionListProps, 'appId' | 'outcome'> {
  environment: CredentialEnvironment
  onShow: (environment: CredentialEnvironment) => void
}

/** Offers the decisions of an environment, if there are any. */
function OtherEnvironment({ appId, environment, outcome, onShow }: OtherEnvironmentProps) {
  const { t } = useTranslation()
  const { data } = useQuery(oauthDecisions(appId, { environment, outcome }))
  if (!data?.length) return null
  return (
    <Button variant="default" onClick={() => onShow(environment)}>
      {t('oauthDecisions.showOther', { environment: t(`ui.${environment}`) })}
    </Button>
  )
}
