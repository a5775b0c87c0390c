import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Rights } from '../manifests/rights.ts'
import { useWorksOn } from '../shared/useWorksOn.ts'
import { AppManifests } from './AppManifests.tsx'

const staffRights: Omit<Rights, 'reviewRole'> = {
  canModify: false,
  canSetSemanticVersions: false,
  isStaffScreen: true,
  permissionBuilder: null,
}

/** For the General tab of the admin page (MAN-07). Staff look and review, so promoted versions come first. */
export function AdminManifests({ app }: { app: AdminDeveloperApp }) {
  const reviewRole = useWorksOn(app) ? null : 'staff'
  return <AppManifests app={app} rights={{ ...staffRights, reviewRole }} first="production" />
}
