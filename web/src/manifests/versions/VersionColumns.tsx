import { Anchor } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Badge } from '../../ui/Badge.tsx'
import { clsx } from '../../ui/clsx.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { fullDate } from '../../ui/dates.ts'
import type { Column } from '../../ui/Table.tsx'
import classes from './VersionColumns.module.css'
import { VersionEnvironment } from './VersionEnvironment.tsx'

interface VersionCellProps {
  version: ManifestVersion
  withEnvironment?: boolean
  onOpen: (version: ManifestVersion) => void
}

function VersionCell({ version, withEnvironment = false, onOpen }: VersionCellProps) {
  const { t } = useTranslation()
  const label = versionLabel(version)
  // A version that was promoted is in the list twice.
  const name = withEnvironment ? `${label} (${version.environment_label})` : label
  return (
    <span className={classes['version']}>
      <Anchor
        component="button"
        type="button"
        underline="always"
        fw={600}
        aria-label={t('manifests.viewManifestOf', { version: name })}
        onClick={() => onOpen(version)}
      >
        {label}
      </Anchor>
      {withEnvironment && <VersionEnvironment version={version} />}
    </span>
  )
}

/** Copies the key on click and shows the notice in its place for 1500 ms (MAN-02). */
function KeyCell({ value, isShort }: { value: string; isShort: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={clsx(classes['key'], isShort && classes['short'])} title={value}>
      <CopyButton value={value} name={t('manifests.appVersionKey')} label={value} />
    </span>
  )
}

export function PublishedCell({ isPublished }: { isPublished: boolean }) {
  const { t } = useTranslation()
  if (!isPublished) return <>{t('manifests.no')}</>
  return (
    <Badge tone="success" icon={<IconCircleCheck size="0.875rem" aria-hidden />}>
      {t('manifests.yes')}
    </Badge>
  )
}

type VersionColumn = Column<ManifestVersion>

export const versionColumn = (
  t: TFunction,
  onOpen: (version: ManifestVersion) => void,
  withEnvironment = false,
): VersionColumn => ({
  key: 'version',
  label: t('manifests.versionColumn'),
  nowrap: true,
  cell: (version) => <VersionCell version={version} withEnvironment={withEnvironment} onOpen={onOpen} />,
})

export const createdColumn = (t: TFunction): VersionColumn => ({
  key: 'created',
  label: t('manifests.created'),
  folds: true,
  cell: (version) => fullDate(version.created_at),
})

/** `isShort` is for tables with many columns: the tooltip and the clipboard have the whole key. */
export const keyColumn = (t: TFunction, isShort = false): VersionColumn => ({
  key: 'key',
  label: t('manifests.appVersionKey'),
  folds: true,
  nowrap: true,
  cell: (version) => <KeyCell value={version.app_version_id} isShort={isShort} />,
})
