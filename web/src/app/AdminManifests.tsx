import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Rights } from '../manifests/rights.ts'
import { useWorksOn } from '../shared/useWorksOn.ts'
import { AppManifests } from './AppManifests.tsx'

const staffRights: Omit<Rights, 'reviewRoles'> = {
  canModify: false,
  canSetSemanticVersions: false,
  isStaffScreen: true,
  permissionBuilder: null,
}

/** For the General tab of the admin page (MAN-07). Staff look and review, so promoted versions come first. */
export function AdminManifests({ app }: { app: AdminDeveloperApp }) {
  const reviewRoles = { developer: false, staff: !useWorksOn(app) }
  return <AppManifests app={app} rights={{ ...staffRights, reviewRoles }} first="production" />
}
