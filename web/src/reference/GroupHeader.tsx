import { Box, Group } from '@mantine/core'
import { IconDownload, IconFlask, IconLock } from '@tabler/icons-react'
import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import { isPublic, toSlug, type Endpoint } from '@trestle/domain/reference/rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { Badge } from '../ui/Badge.tsx'
import { humanize } from '../ui/humanize.ts'
import { Markdown } from '../ui/Markdown.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DownloadLink } from './DownloadLink.tsx'

interface GroupHeaderProps {
  document: GroupDocument
  /** For readers who can choose a branch. */
  branchSelect?: ReactNode
}

/** Shows what a resource group is, and where to download its document. */
export function GroupHeader({ document, branchSelect }: GroupHeaderProps) {
  const { t } = useTranslation()
  const { info, 'x-group': group } = document
  const hidden = document['x-doc']?.visibility === 'private' ? 'private' : 'internal'
  return (
    <>
      <PageHeader
        title={info.title}
        documentTitle={[info.title, t('reference.title')]}
        crumbs={[
          { label: t('reference.title'), href: paths.reference() },
          { label: group.product_category },
          { label: info.title },
        ]}
        badge={
          <>
            <Badge>{t('reference.version', { version: info.version })}</Badge>
            {!isPublic(document) && (
              <Badge icon={<IconLock size="0.8125rem" aria-hidden />}>
                {t(`reference.notPublic.${hidden}`)}
              </Badge>
            )}
            {group.support_level !== 'production' && (
              <Badge tone="info" icon={<IconFlask size="0.8125rem" aria-hidden />}>
                {t(`reference.support.${group.support_level}`, {
                  defaultValue: humanize(group.support_level),
                })}
              </Badge>
            )}
          </>
        }
        actions={
          <Group align="flex-end" gap="sm">
            {branchSelect}
            <DownloadLink slug={group.slug} icon={<IconDownload size="1rem" aria-hidden />} />
          </Group>
        }
      />
      {info.description && (
        <Box mb="lg">
          <Markdown text={info.description} under={1} />
        </Box>
      )}
    </>
  )
}

/** Links to the endpoints of a group, below its entry in the contents. */
export function EndpointLinks({ group, endpoints }: { group: string; endpoints: Endpoint[] }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('reference.endpointsOf', { group })}>
      {endpoints.map(({ operation }) => (
        <li key={operation.operationId}>
          <a href={`#${toSlug(operation.operationId)}`}>{operation.summary}</a>
        </li>
      ))}
    </ul>
  )
}
