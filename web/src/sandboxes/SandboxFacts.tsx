import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/sandboxes.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { TextLink } from '../ui/Link.tsx'
import classes from './SandboxCard.module.css'

interface Fact {
  label: string
  value: ReactNode
  copy?: string | null
}

interface SandboxFactsProps {
  sandbox: Sandbox
  isGuest: boolean
  secret: ReactNode
}

/** Shows the platform's settings of a live sandbox, to read and copy but not to change (SBX-04). */
export function SandboxFacts(props: SandboxFactsProps) {
  const facts = useFacts(props)
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

function useFacts({ sandbox, isGuest, secret }: SandboxFactsProps): Fact[] {
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
    { label: t('sandboxes.form.secret'), value: isGuest ? hidden : secret },
    code(t('sandboxes.form.platformAppId'), sandbox.procore_app_id),
  ]
}
