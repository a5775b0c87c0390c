import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { hasOtherOwner } from '@trestle/domain/apps/rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import type { Failure } from '../ui/failure.ts'
import classes from './AdminApp.module.css'

interface AdminAppBannersProps {
  app: DeveloperApp
  failure: Failure | null
  onDismiss: () => void
  /** Banners of other features. */
  children: ReactNode
}

/** Shows what staff should know before they change an app (AAPP-43, AAPP-44), and failed saves. */
export function AdminAppBanners({ app, failure, onDismiss, children }: AdminAppBannersProps) {
  const { t } = useTranslation()
  const { external_owner_id: external, owner } = app
  const own = owner.procore_id ?? t('adminApp.banners.none')
  return (
    <div className={classes['banners']}>
      <ErrorBanner title={t('ui.couldNotSave')} keepsTitle error={failure} onClose={onDismiss} />
      {children}
      {app.credentials === null && <Banner tone="warning" title={t('adminApp.banners.noCredentials')} />}
      {external !== null && hasOtherOwner(app) && (
        <Banner tone="danger" title={t('adminApp.banners.otherOwner', { external, own })} />
      )}
    </div>
  )
}
