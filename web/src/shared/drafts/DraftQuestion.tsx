import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../../texts/drafts.ts'
import { fullDate } from '../../ui/dates.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Modal } from '../../ui/Modal.tsx'
import classes from './DraftNotice.module.css'
import type { Difference, DraftHandle } from './useDraft.ts'

export interface DraftQuestionProps {
  opened: boolean
  question: NonNullable<DraftHandle['question']>
}

/** Asks which of two versions to keep. */
export function DraftQuestion({ opened, question }: DraftQuestionProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={question.discard} title={t('drafts.olderTitle')} size="xl" locked>
      <Stack gap="md">
        <Text>{t('drafts.older', { date: fullDate(question.typedAt) })}</Text>
        {question.differences.map((difference) => (
          <Comparison key={difference.label} {...difference} />
        ))}
        <DialogFooter>
          <Button variant="default" onClick={question.discard}>
            {t('drafts.useSaved')}
          </Button>
          <Button onClick={question.restore} data-autofocus>
            {t('drafts.useTyped')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  )
}

function Comparison({ label, saved, typed }: Difference) {
  const { t } = useTranslation()
  const sides = [
    [t('drafts.saved'), saved],
    [t('drafts.typed'), typed],
  ] as const
  return (
    <section aria-label={label}>
      <h3 className={classes['label']}>{label}</h3>
      <div className={classes['sides']}>
        {sides.map(([title, text]) => (
          <figure key={title} className={classes['side']}>
            <figcaption>{title}</figcaption>
            <section tabIndex={0} className={classes['text']} aria-label={`${label}: ${title}`}>
              {text === '' ? t('drafts.empty') : text}
            </section>
          </figure>
        ))}
      </div>
    </section>
  )
}
