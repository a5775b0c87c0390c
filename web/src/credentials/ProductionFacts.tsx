import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { grantTypeFor } from '@trestle/domain/credentials/rules.ts'
import { oauthAddresses } from '@trestle/domain/oauth/environments.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/credentials.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ClientSecrets } from './ClientSecrets.tsx'
import classes from './Credentials.module.css'
import { resetAppSecret, useRefreshApp } from './queries.ts'
import { SecretReset } from './SecretField.tsx'
import { humanize } from '../ui/humanize.ts'

interface ProductionFactsProps {
  app: DeveloperApp
  uid: string
  mayReset: boolean
}

/** Shows the read-only credentials that the platform assigned and where to use them, for copying (CRED-02, CRED-05). */
export function ProductionFacts({ app, uid, mayReset }: ProductionFactsProps) {
  const { t } = useTranslation()
  const refresh = useRefreshApp(app.id)
  const { public_url: publicUrl } = useFlags()
  const addresses = oauthAddresses(publicUrl, 'production')
  const grant = grantTypeFor(app)
  return (
    <dl className={classes['facts']}>
      <Copied label={t('credentials.clientId')} value={uid} />
      <dt>{t('credentials.clientSecret')}</dt>
      <dd>
        <ClientSecrets
          appId={app.id}
          environment="production"
          appName={app.internal_name}
          stored={app.stored_secret}
          mayChange={mayReset}
          isPublic={!app.confidential}
          reset={
            <SecretReset
              environment="production"
              appName={app.internal_name}
              stored={app.stored_secret}
              mayReset={mayReset}
              make={(confirmed) => resetAppSecret(app.id, confirmed)}
              onMade={() => void refresh()}
            />
          }
        />
      </dd>
      <dt>{t('credentials.grant.label')}</dt>
      <dd>
        <div>
          {t(`credentials.grant.${grant}`, { defaultValue: humanize(grant) })}
          <p className={classes['note']}>{t(`credentials.grant.${grant}_note`, { defaultValue: '' })}</p>
        </div>
      </dd>
      <Copied label={t('credentials.addresses.authorization')} value={addresses.authorization} />
      <Copied label={t('credentials.addresses.token')} value={addresses.token} />
    </dl>
  )
}

/** Shows a value with a button that copies it. */
function Copied({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <span className={classes['value']}>{value}</span>
        <CopyButton value={value} name={label} compact />
      </dd>
    </>
  )
}
