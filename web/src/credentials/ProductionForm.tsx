import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { RedirectsForm } from '../shared/RedirectsForm.tsx'
import '../texts/credentials.ts'
import { useUpdateCredentials } from './queries.ts'

interface ProductionFormProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Edits production's redirect URIs and CORS domains. */
export function ProductionForm({ app, permissions }: ProductionFormProps) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useUpdateCredentials(app.id)
  return (
    <RedirectsForm
      stored={app}
      update={update}
      canEdit={permissions.canEdit}
      action="app.edit"
      environment="production"
      texts={{
        submit: t('credentials.production.save'),
        saved: t('credentials.production.saved'),
      }}
    />
  )
}
