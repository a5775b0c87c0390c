import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../../texts/drafts.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import type { DraftQuestionProps } from './DraftQuestion.tsx'
import type { DraftHandle } from './useDraft.ts'

const DraftQuestion = lazyOverlay<DraftQuestionProps>(() =>
  import('./DraftQuestion.tsx').then((m) => m.DraftQuestion),
)

/** Shows what was restored, or asks which of two versions to keep. */
export function DraftNotice({ draft }: { draft: DraftHandle }) {
  const { t } = useTranslation()
  const { restoredFrom, question } = draft
  return (
    <>
      {restoredFrom !== null && (
        <Banner tone="info" announce>
          <Group gap="md" justify="space-between">
            <p>{t('drafts.restored', { date: fullDate(restoredFrom) })}</p>
            <Button size="xs" variant="default" onClick={draft.discard}>
              {t('drafts.discard')}
            </Button>
          </Group>
        </Banner>
      )}
      {question && <DraftQuestion opened question={question} />}
    </>
  )
}
