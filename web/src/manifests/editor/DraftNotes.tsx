import { Text } from '@mantine/core'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { newestSchema, type Draft } from './draft.ts'
import { PointerList } from './PointerList.tsx'

const isOld = (version: ManifestVersion | null): version is ManifestVersion =>
  version !== null && version.content['schema_version'] !== newestSchema

/** Lists the parts that were dropped when an older schema was converted. */
export function ConversionNote({ draft }: { draft: Pick<Draft, 'basedOn' | 'isConverted' | 'dropped'> }) {
  const { t } = useTranslation()
  if (!draft.isConverted) return null
  return (
    <Banner tone="info" title={t('manifests.editor.convertedTitle')}>
      <p>
        {isOld(draft.basedOn)
          ? t('manifests.editor.converted', { version: versionLabel(draft.basedOn) })
          : t('manifests.editor.convertedText')}
      </p>
      <p>
        {draft.dropped.length === 0
          ? t('manifests.editor.nothingDropped')
          : t('manifests.editor.dropped', { count: draft.dropped.length })}
      </p>
      {draft.dropped.length > 0 && <PointerList pointers={draft.dropped} />}
    </Banner>
  )
}

/** Says where the editor's text comes from, and what was lost in the conversion. */
export function DraftNotes({ draft, isEdited }: { draft: Draft; isEdited: boolean }) {
  const { t } = useTranslation()
  const version = draft.basedOn ? versionLabel(draft.basedOn) : newestSchema
  const source = draft.basedOn ? 'basedOn' : 'basedOnTemplate'
  return (
    <>
      {draft.text === null && (
        <Banner tone="danger" announce>
          <p>{t('manifests.jsonParseError')}</p>
        </Banner>
      )}
      <ConversionNote draft={draft} />
      <Text size="sm" c="dimmed">
        {t(`manifests.editor.${source}${isEdited ? 'Edited' : ''}`, { version })}
      </Text>
    </>
  )
}
