import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/audit.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import classes from './Audit.module.css'
import { useTokenName } from './useTokenName.ts'
import { isChanged, toAuditLabel, toReading } from './wording.ts'

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const reading = toReading(value)
  if (reading.kind === 'text') return reading.text
  if (reading.kind === 'code') return <code>{reading.text}</code>
  return <em>{t(`audit.${reading.kind}`)}</em>
}

function Change({ change: [before, after] }: { change: readonly unknown[] }) {
  const { t } = useTranslation()
  return (
    <>
      <del>
        <Value value={before} />
      </del>
      <IconArrowRight size="1rem" aria-hidden />
      <span className="visually-hidden">{t('audit.changedTo')}</span>
      <ins>
        <Value value={after} />
      </ins>
    </>
  )
}

interface EventDetailsProps {
  id: string
  event: AuditEventRow
  /** Filters the list by the token of the entry. Undefined if it already is. */
  onPickToken: ((tokenId: number) => void) | undefined
}

function TokenFact({
  token,
  onPick,
}: {
  token: NonNullable<AuditEventRow['token']>
  onPick: EventDetailsProps['onPickToken']
}) {
  const { t } = useTranslation()
  const toName = useTokenName()
  return (
    <div>
      <dt>{t('audit.token')}</dt>
      <dd className={classes['change']}>
        {toName(token)}
        {onPick && token.name !== null && (
          <Button variant="default" size="xs" onClick={() => onPick(token.id)}>
            {t('audit.onlyToken')}
          </Button>
        )}
      </dd>
    </div>
  )
}

/** Shows each changed field before and after, and the other facts of an audit entry. */
export function EventDetails({ id, event, onPickToken }: EventDetailsProps) {
  const { t } = useTranslation()
  return (
    <dl id={id} className={classes['details']}>
      {Object.entries(event.changes).map(([field, change]) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd className={classes['change']}>
            {isChanged(change) ? <Change change={change} /> : <Value value={change[1]} />}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('audit.subject')}</dt>
        <dd>
          {toAuditLabel(event.subject.type)} <code>{event.subject.id}</code>
        </dd>
      </div>
      {event.token && <TokenFact token={event.token} onPick={onPickToken} />}
      <div>
        <dt>{t('audit.requestId')}</dt>
        <dd>
          {event.request_id === null ? (
            t('audit.noRequest')
          ) : (
            <>
              <code>{event.request_id}</code>
              <CopyButton compact value={event.request_id} name={t('audit.requestId')} />
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
