import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import classes from './Gallery.module.css'

/** The empty dialog of a static page. The page's script shows the pictures in it. */
export function GalleryDialog({ name, hasMore }: { name: string; hasMore: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <dialog className={classes['dialog']} aria-labelledby={id} data-gallery>
      <div className={classes['dialogHead']}>
        <p id={id}>{name}</p>
        <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} data-close>
          <IconX size="1.125rem" aria-hidden />
        </ActionIcon>
      </div>
      <figure className={classes['figure']}>
        <img alt="" />
        <figcaption aria-live="polite" />
      </figure>
      {hasMore && (
        <div className={classes['dialogFoot']}>
          <Button variant="default" leftSection={<IconChevronLeft size="1rem" aria-hidden />} data-move="-1">
            {t('marketplace.previous')}
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size="1rem" aria-hidden />}
            data-move="1"
            autoFocus
          >
            {t('marketplace.next')}
          </Button>
        </div>
      )}
    </dialog>
  )
}
