import { Button } from '@mantine/core'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { clsx } from '../../ui/clsx.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LiveRegion } from '../../ui/LiveRegion.tsx'
import { useLast } from '../../ui/useLast.ts'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import { AttachmentTexts } from './AttachmentTexts.tsx'
import { FileLabel } from './FileLabel.tsx'
import classes from './Media.module.css'
import { isSeveral, itemsFor, movedItem } from './media.ts'
import { useDragOrder } from './useDragOrder.ts'
import { useFileAnnouncement } from './useFileAnnouncement.ts'
import type { ListingForm } from '../editor/useListingForm.ts'

interface AttachmentListProps {
  form: ListingForm
  type: MediaType
  /** Called when the focused file disappears. */
  onGone: () => void
}

type Direction = 'earlier' | 'later'

/** Shows a type's files, with reordering, and removal after a confirmation (MEDIA-19 to MEDIA-23). */
export function AttachmentList({ form, type, onGone }: AttachmentListProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<MediaItem | null>(null)
  const named = useLast(removing)
  const items = itemsFor(form.content, type)
  const { list, moved, move, moveTo } = useOrder(form, type)
  const isOrdered = isSeveral(type) && !form.isReadOnly
  const drag = useDragOrder(moveTo)
  const remove = () => {
    if (removing) form.removeItem(removing)
  }
  const announcement = useFileAnnouncement(items, moved)
  return (
    <>
      <ul ref={list} className={classes['items']} hidden={items.length === 0}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className={clsx(
              classes['item'],
              type === 'Logo' && classes['logo'],
              drag.overId === item.id && classes['dropTarget'],
            )}
            {...(isOrdered && drag.targetProps(item, index))}
          >
            <div className={clsx(isOrdered && classes['grip'])} {...(isOrdered && drag.gripProps(item))}>
              <AttachmentPreview item={item} />
            </div>
            <div className={classes['facts']}>
              <FileLabel name={item.original_filename} />
              {item.width !== null && (
                <span className={classes['muted']}>
                  {item.width} x {item.height}
                </span>
              )}
            </div>
            {isSeveral(type) && <AttachmentTexts form={form} item={item} index={index} />}
            {!form.isReadOnly && (
              <div className={classes['actions']}>
                {isSeveral(type) && (
                  <>
                    <MoveButton to="earlier" item={item} isOff={index === 0} onMove={move} />
                    <MoveButton to="later" item={item} isOff={index === items.length - 1} onMove={move} />
                  </>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('listings.media.removeNamed', { name: item.original_filename })}
                  onClick={() => setRemoving(item)}
                >
                  {t('listings.media.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <LiveRegion>{announcement}</LiveRegion>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onClosed={() => document.activeElement === document.body && onGone()}
        title={t('listings.media.removeTitle')}
        confirmLabel={t('listings.media.remove')}
        danger
        onConfirm={remove}
      >
        {t(
          named && !form.isStored(named)
            ? 'listings.media.removeUnsavedDetail'
            : 'listings.media.removeDetail',
          { name: named?.original_filename ?? '' },
        )}
      </ConfirmDialog>
    </>
  )
}

interface MoveButtonProps {
  to: Direction
  item: MediaItem
  isOff: boolean
  onMove: (item: MediaItem, to: Direction) => void
}

function MoveButton({ to, item, isOff, onMove }: MoveButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isOff}
      data-move={`${item.id} ${to}`}
      aria-label={t(`listings.media.${to}`, { name: item.original_filename })}
      onClick={() => onMove(item, to)}
    >
      {to === 'earlier' ? '←' : '→'}
    </Button>
  )
}

/** Moves a file and keeps its button focused; at the end of the row, the opposite button. */
function useOrder(form: ListingForm, type: MediaType) {
  const list = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState<{ item: MediaItem; to: Direction | null } | null>(null)
  useEffect(() => {
    const to = last?.to
    if (!last || !to) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-move^="${last.item.id} "]`)
    const possible = [...(buttons ?? [])].filter(({ disabled }) => !disabled)
    const same = possible.find(({ dataset }) => dataset['move']?.endsWith(to))
    const next = same ?? possible[0]
    next?.focus()
  }, [last])
  const move = (item: MediaItem, to: Direction) => {
    form.changeItems(type, (before) => {
      const from = before.findIndex(({ id }) => id === item.id)
      return movedItem(before, item.id, to === 'earlier' ? from - 1 : from + 1)
    })
    setLast({ item, to })
  }
  const moveTo = (item: MediaItem, index: number) => {
    form.changeItems(type, (before) => movedItem(before, item.id, index))
    setLast({ item, to: null })
  }
  return { list, moved: last?.item ?? null, move, moveTo }
}
