import { useFlags } from '../http/session.ts'
import type { NamedApp, Rights } from '../manifests/rights.ts'
import { AppManifests } from './AppManifests.tsx'

const staffRights: Omit<Rights, 'canSetSemanticVersions'> = {
  canModify: false,
  reviewRoles: { developer: false, staff: true },
  isStaffScreen: true,
  permissionBuilder: null,
}

/** For the General tab of the admin page (MAN-07). Staff look and review, so promoted versions come first. */
export function AdminManifests({ app }: { app: NamedApp }) {
  const canSetSemanticVersions = useFlags().semantic_versions
  return <AppManifests app={app} rights={{ ...staffRights, canSetSemanticVersions }} first="production" />
}
