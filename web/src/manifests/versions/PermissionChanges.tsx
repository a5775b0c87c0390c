import { Text } from '@mantine/core'
import type { ConfiguredContent, ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { levelLabels, noPermissions } from '@trestle/domain/permissions/rules.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/releases.ts'
import { permissionChanges } from './permissionChanges.ts'

interface PermissionChangesProps {
  permissions: ConfiguredContent['permissions']
  /** The version to compare with. Null if there is none yet. */
  before: ManifestVersion | null
  step: 'promotion' | 'approval'
}

/** Shows how the permissions of a service account change when a version is promoted or approved. */
export function PermissionChanges({ permissions, before, step }: PermissionChangesProps) {
  const { t } = useTranslation()
  const changes = permissionChanges(
    before?.configured_manifest_content.permissions ?? noPermissions,
    permissions,
  )
  const last = before ? { version: versionLabel(before) } : null
  if (changes.length === 0) {
    return (
      <Text>
        {last ? t(`releases.${step}.noPermissionChanges`, last) : t('releases.promotion.noPermissions')}
      </Text>
    )
  }
  return (
    <>
      <Text>{last ? t(`releases.${step}.comparedWith`, last) : t(`releases.${step}.first`)}</Text>
      <ul>
        {changes.map(({ scope, tool, from, to }) => (
          <li key={`${scope} ${tool}`}>
            {t('releases.promotion.change', {
              tool,
              scope: t(`releases.promotion.scope.${scope}`),
              from: levelLabels[from],
              to: levelLabels[to],
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
