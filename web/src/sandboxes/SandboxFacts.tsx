import { Text } from '@mantine/core'
import { issuerOf, oauthAddresses } from '@trestle/domain/oauth/environments.ts'
import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/credentials.ts'
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

/** Shows the platform's settings and addresses of a live sandbox, read-only but copyable (SBX-04). */
export function SandboxFacts(props: SandboxFactsProps) {
  const { t } = useTranslation()
  const facts = useFacts(props)
  return (
    <>
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
      <Text c="dimmed" mb="lg">
        <TextLink href={paths.documentation('first-api-call')}>{t('sandboxes.form.firstCall')}</TextLink>{' '}
        {t('sandboxes.form.firstCallNote')}
      </Text>
    </>
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
  const shown = (label: string, text: string): Fact => ({
    label,
    value: <span className={classes['value']}>{text}</span>,
    copy: text,
  })
  const { public_url: publicUrl } = useFlags()
  const { authorization, token } = oauthAddresses(publicUrl, 'sandbox')
  const companyId = String(sandbox.company_id)
  return [
    { label: t('sandboxes.form.created'), value: fullDate(sandbox.created_at) },
    { label: t('sandboxes.form.updated'), value: fullDate(sandbox.updated_at) },
    shown(t('sandboxes.form.companyId'), companyId),
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
    shown(t('credentials.addresses.authorization'), authorization),
    shown(t('credentials.addresses.token'), token),
    shown(t('sandboxes.form.api'), issuerOf(publicUrl, 'sandbox')),
  ]
}
