import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../ui/CopyButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { TextLink } from '../ui/Link.tsx'
import classes from './SandboxCard.module.css'

interface Fact {
  label: string
  value: ReactNode
  copy?: string | null
}

/** What the platform decided about a live sandbox: to be read and copied, not changed (SBX-04). */
export function SandboxFacts({ sandbox, isGuest }: { sandbox: Sandbox; isGuest: boolean }) {
  const facts = useFacts(sandbox, isGuest)
  return (
    <dl className={classes['facts']}>
      {facts.map(({ label, value, copy }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {copy && <CopyButton value={copy} name={label} compact />}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function useFacts(sandbox: Sandbox, isGuest: boolean): Fact[] {
  const { t } = useTranslation()
  const hidden = <span className={classes['muted']}>{t('sandboxes.form.hidden')}</span>
  const code = (label: string, text: string | null): Fact => ({
    label,
    value: isGuest ? hidden : <span className={classes['value']}>{text}</span>,
    copy: isGuest ? null : text,
  })
  const companyId = String(sandbox.company_id)
  return [
    { label: t('sandboxes.form.created'), value: fullDate(sandbox.created_at) },
    { label: t('sandboxes.form.updated'), value: fullDate(sandbox.updated_at) },
    {
      label: t('sandboxes.form.companyId'),
      value: <span className={classes['value']}>{companyId}</span>,
      copy: companyId,
    },
    {
      label: t('sandboxes.form.url'),
      value: sandbox.url && (
        <TextLink href={sandbox.url} target="_blank">
          {sandbox.url}
        </TextLink>
      ),
      copy: sandbox.url,
    },
    code(t('sandboxes.form.clientId'), sandbox.app_id),
    { label: t('sandboxes.form.secret'), value: isGuest ? hidden : <SecretLine sandbox={sandbox} /> },
    code(t('sandboxes.form.platformAppId'), sandbox.procore_app_id),
  ]
}

/** A secret is stored as a hash: its end and its date are all that can be shown (CRED-19). */
function SecretLine({ sandbox: { stored_secret: secret } }: { sandbox: Sandbox }) {
  const { t } = useTranslation()
  if (!secret) return <span className={classes['muted']}>{t('sandboxes.form.secretNone')}</span>
  return (
    <span>
      {t('sandboxes.form.secretMade', { lastFour: secret.last_four, date: fullDate(secret.made_at) })}
    </span>
  )
}
