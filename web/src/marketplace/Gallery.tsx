import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { PublicMedia } from '@trestle/domain/marketplace/contract.ts'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { ModalProps } from '../ui/Modal.tsx'
import { useIsStatic } from '../ui/staticPage.ts'
import { useLast } from '../ui/useLast.ts'
import classes from './Gallery.module.css'
import { GalleryDialog } from './GalleryDialog.tsx'

/** Lazy, because static pages have no router. */
const PictureModal = lazyOverlay<ModalProps>(() => import('./PictureModal.tsx').then((m) => m.PictureModal))

interface GalleryProps {
  name: string
  pictures: readonly PublicMedia[]
}

/** The known pixel size reserves the picture's space before it loads. */
const toSize = ({ width, height }: PublicMedia) => (width && height ? { width, height } : {})

/** Shows screenshots, the first one large; each opens enlarged, with arrow keys to the next. */
export function Gallery({ name, pictures }: GalleryProps) {
  const { t } = useTranslation()
  const isStatic = useIsStatic()
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const shown = useLast(enlarged)
  if (pictures.length === 0) return null
  const toLabel = ({ description, name: title }: PublicMedia, index: number) =>
    description || title || t('marketplace.screenshot', { number: index + 1, name })
  const caption = ({ name: title, description }: PublicMedia, index: number) => {
    const position = t('marketplace.pictureOf', { number: index + 1, total: pictures.length })
    return [position, title || description].filter(Boolean).join(' · ')
  }
  const move = (by: number) =>
    setEnlarged((at) => (at === null ? null : (at + by + pictures.length) % pictures.length))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  }
  const picture = shown === null ? undefined : pictures[shown]
  return (
    <section aria-label={t('marketplace.screenshots')} className={classes['gallery']}>
      <ul>
        {pictures.map((each, index) => (
          <li key={each.id}>
            <Opener
              label={t('marketplace.enlarge', { picture: toLabel(each, index) })}
              href={each.url}
              caption={caption(each, index)}
              onOpen={() => setEnlarged(index)}
            >
              <img
                src={each.url}
                alt={toLabel(each, index)}
                {...toSize(each)}
                {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
              />
            </Opener>
          </li>
        ))}
      </ul>
      {isStatic && <GalleryDialog name={name} hasMore={pictures.length > 1} />}
      <PictureModal
        opened={enlarged !== null && picture !== undefined}
        onClose={() => setEnlarged(null)}
        title={name}
        size={1200}
      >
        {picture && shown !== null && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons do the same
          <div onKeyDown={onKeyDown}>
            <figure className={classes['figure']}>
              <img src={picture.url} alt={toLabel(picture, shown)} {...toSize(picture)} />
              <figcaption aria-live="polite">{caption(picture, shown)}</figcaption>
            </figure>
            {pictures.length > 1 && (
              <Group justify="space-between" mt="md">
                <Button
                  variant="default"
                  leftSection={<IconChevronLeft size="1rem" aria-hidden />}
                  onClick={() => move(-1)}
                >
                  {t('marketplace.previous')}
                </Button>
                <Button
                  variant="default"
                  data-autofocus
                  rightSection={<IconChevronRight size="1rem" aria-hidden />}
                  onClick={() => move(1)}
                >
                  {t('marketplace.next')}
                </Button>
              </Group>
            )}
          </div>
        )}
      </PictureModal>
    </section>
  )
}

interface OpenerProps {
  label: string
  href: string
  caption: string
  onOpen: () => void
  children: ReactNode
}

/** Enlarges a picture: on a static page a link to the file, which the page's script shows in the dialog. */
function Opener({ label, href, caption, onOpen, children }: OpenerProps) {
  const isStatic = useIsStatic()
  if (isStatic) {
    return (
      <a className={classes['opener']} href={href} aria-label={label} data-enlarge={caption}>
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={classes['opener']} aria-label={label} onClick={onOpen}>
      {children}
    </button>
  )
}
