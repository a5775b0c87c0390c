import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { environments } from '@trestle/domain/manifests/rules.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx'
import { humanize } from '../../ui/humanize.ts'
import { lookUp } from '../../ui/lookUp.ts'

/** Shows a version's environment, with the server's own label for one this page does not know. */
export function VersionEnvironment({ version }: { version: ManifestVersion }) {
  const environment = lookUp(environments, version.versionable_type)
  if (environment) return <EnvironmentBadge environment={environment.type} />
  return <Badge>{humanize(version.environment_label)}</Badge>
}
