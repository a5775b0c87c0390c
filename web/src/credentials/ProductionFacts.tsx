import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { grantTypeFor } from '@trestle/domain/credentials/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/credentials.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ClientSecrets } from './ClientSecrets.tsx'
import classes from './Credentials.module.css'
import { makeProductionSecret, useRefreshApp } from './queries.ts'
import { SecretReset } from './SecretField.tsx'
import { humanize } from '../ui/humanize.ts'

interface ProductionFactsProps {
  app: DeveloperApp
  uid: string
  mayReset: boolean
}

/** Shows the read-only credentials that the platform assigned, for copying (CRED-02, CRED-05). */
export function ProductionFacts({ app, uid, mayReset }: ProductionFactsProps) {
  const { t } = useTranslation()
  const refresh = useRefreshApp(app.id)
  const grant = grantTypeFor(app)
  return (
    <dl className={classes['facts']}>
      <dt>{t('credentials.clientId')}</dt>
      <dd>
        <span className={classes['value']}>{uid}</span>
        <CopyButton value={uid} name={t('credentials.clientId')} compact />
      </dd>
      <dt>{t('credentials.clientSecret')}</dt>
      <dd>
        <ClientSecrets
          appId={app.id}
          environment="production"
          appName={app.internal_name}
          stored={app.stored_secret}
          mayChange={mayReset}
          reset={
            <SecretReset
              environment="production"
              appName={app.internal_name}
              stored={app.stored_secret}
              mayReset={mayReset}
              make={(confirmed) => makeProductionSecret(app.id, confirmed)}
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
    </dl>
  )
}
