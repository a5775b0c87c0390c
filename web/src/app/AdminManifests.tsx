import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useFlags } from '../http/session.ts'
import type { Rights } from '../manifests/rights.ts'
import { useWorksOn } from '../shared/useWorksOn.ts'
import { AppManifests } from './AppManifests.tsx'

const staffRights: Omit<Rights, 'canSetSemanticVersions' | 'reviewRoles'> = {
  canModify: false,
  isStaffScreen: true,
  permissionBuilder: null,
}

/** For the General tab of the admin page (MAN-07). Staff look and review, so promoted versions come first. */
export function AdminManifests({ app }: { app: AdminDeveloperApp }) {
  const canSetSemanticVersions = useFlags().semantic_versions
  const reviewRoles = { developer: false, staff: !useWorksOn(app) }
  return (
    <AppManifests
      app={app}
      rights={{ ...staffRights, canSetSemanticVersions, reviewRoles }}
      first="production"
    />
  )
}
