import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/credentials.ts'
import { Banner } from '../ui/Banner.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { ProductionFacts } from './ProductionFacts.tsx'
import { ProductionForm } from './ProductionForm.tsx'

interface ProductionCardProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Shows an app's production credentials once a data connector is promoted (CRED-09). */
export function ProductionCard(props: ProductionCardProps) {
  const { t } = useTranslation()
  return (
    <Section
      id="production"
      title={t('credentials.production.title')}
      aside={<EnvironmentBadge environment="production" />}
    >
      <Content {...props} />
    </Section>
  )
}

function Content({ app, permissions }: ProductionCardProps) {
  const { t } = useTranslation()
  if (app.role === 'user') {
    return (
      <EmptyState
        kind="not-allowed"
        title={t('credentials.production.hidden')}
        detail={t('credentials.production.hiddenDetail', { name: app.owner.name })}
      />
    )
  }
  if (!app.credentials) return <NoneYet appId={app.id} />
  const { uid } = app.credentials
  return (
    <>
      <ProductionFacts app={app} uid={uid} mayReset={permissions.canModifyCredentials} />
      <ProductionForm app={app} permissions={permissions} />
    </>
  )
}

function NoneYet({ appId }: { appId: number }) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  return (
    <Banner tone="info" title={t('credentials.production.none')}>
      <p>
        {isGovernmentCloud
          ? t('credentials.production.noneGovCloud')
          : t('credentials.production.noneDetail')}
      </p>
      <p>
        <TextLink href={paths.app(appId)}>{t('credentials.production.toConfigurations')}</TextLink>
      </p>
    </Banner>
  )
}
