import { Text } from '@mantine/core'
import { versionLabel } from '@trestle/domain/manifests/rules.ts'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/Banner.tsx'
import { newestSchema, type Draft } from './draft.ts'
import { placeName } from './pointerRange.ts'

/** Where the text in the editor comes from, and what was lost on the way. */
export function DraftNotes({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const version = draft.basedOn ? versionLabel(draft.basedOn) : newestSchema
  return (
    <>
      {draft.text === null && (
        <Banner tone="danger" announce>
          <p>{t('manifests.jsonParseError')}</p>
        </Banner>
      )}
      {draft.isConverted && (
        <Banner tone="info" title={t('manifests.editor.convertedTitle')}>
          <p>{t('manifests.editor.converted', { version })}</p>
          <p>
            {draft.dropped.length === 0
              ? t('manifests.editor.nothingDropped')
              : t('manifests.editor.dropped', { count: draft.dropped.length })}
          </p>
          {draft.dropped.length > 0 && (
            <ul>
              {draft.dropped.map((pointer) => (
                <li key={pointer}>{placeName(pointer)}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      <Text size="sm" c="dimmed">
        {draft.basedOn
          ? t('manifests.editor.basedOn', { version })
          : t('manifests.editor.basedOnTemplate', { version })}
      </Text>
    </>
  )
}
