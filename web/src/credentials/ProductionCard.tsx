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
  if (!app.credentials) return <NoneYet app={app} />
  const { uid } = app.credentials
  return (
    <>
      <ProductionFacts app={app} uid={uid} mayReset={permissions.canModifyCredentials} />
      <ProductionForm app={app} permissions={permissions} />
    </>
  )
}

function NoneYet({ app: { id, next_step: step } }: Pick<ProductionCardProps, 'app'>) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const waiting = step.kind === 'promote_version' ? step.version : null
  return (
    <Banner tone="info" title={t('credentials.production.none')}>
      <p>
        {waiting === null
          ? t(`credentials.production.${isGovernmentCloud ? 'noneDetailGovCloud' : 'noneDetail'}`)
          : t('credentials.production.noneToPromote', { version: waiting })}
      </p>
      <p>
        {waiting !== null && (
          <>
            <TextLink href={paths.app(id, 'versions')}>
              {t('credentials.production.toVersions')}
            </TextLink>{' '}
          </>
        )}
        <TextLink href={paths.app(id)}>{t('credentials.production.toConfigurations')}</TextLink>
      </p>
    </Banner>
  )
}
