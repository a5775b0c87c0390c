import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'

type Items = readonly MediaItem[]

const toIds = (items: Items): string => items.map(({ id }) => id).join(' ')

/** Returns the names of the files that the other list doesn't have. */
const namesMissingIn = (other: Items, items: Items): string =>
  items
    .filter(({ id }) => other.every((each) => each.id !== id))
    .map(({ original_filename }) => original_filename)
    .join(', ')

/** Returns what to announce: which files the last change added, removed or moved. Uploads may finish at any time. */
export function useFileAnnouncement(items: Items, moved: MediaItem | null): string {
  const { t } = useTranslation()
  const [known, setKnown] = useState(items)
  const [message, setMessage] = useState('')
  if (toIds(items) === toIds(known)) return message
  const added = namesMissingIn(known, items)
  const removed = namesMissingIn(items, known)
  const parts: string[] = [
    added && t('listings.changes.addedNames', { names: added }),
    removed && t('listings.changes.removedNames', { names: removed }),
  ].filter(Boolean)
  if (parts.length === 0 && moved) {
    const position = items.findIndex(({ id }) => id === moved.id) + 1
    parts.push(t('listings.media.movedTo', { name: moved.original_filename, position, count: items.length }))
  }
  setKnown(items)
  setMessage(parts.join('. '))
  return message
}
