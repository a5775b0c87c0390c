import type { Audience } from '@trestle/domain/access/audience.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ListingContent, MediaItem } from '@trestle/domain/listings/content.ts'
import { useRef } from 'react'
import { isSeveral, itemsFor, withArrived } from '../media/media.ts'
import { deleteUpload } from '../mutations.ts'
import { refreshStorage } from '../queries.ts'
import type { useListingEdits } from './useListingEdits.ts'
import { useUploads } from '../media/useUploads.ts'

interface Options {
  appId: number
  audience: Audience
  stored: ListingContent
}

/** Manages the form's files. Uploads may finish while another tab is open. */
export function useListingFiles(
  { appId, audience, stored }: Options,
  { edited, changeItems }: ReturnType<typeof useListingEdits>,
) {
  const client = useQueryClient()
  const isStored = ({ id, type }: MediaItem): boolean => itemsFor(stored, type).some((each) => each.id === id)
  /** Stored files are deleted with the next save; an upload that can't be deleted now is deleted after a day. */
  const discard = async (items: readonly MediaItem[]) => {
    const unsaved = items.filter((item) => !isStored(item))
    await Promise.allSettled(unsaved.map(({ id }) => deleteUpload(audience, appId, id)))
    await refreshStorage(client)
  }
  /** Uploads finish in any order, but are shown in the order in which the user chose them. */
  const sequences = useRef(new Map<number, number>())
  const uploads = useUploads({
    appId,
    audience,
    onArrived: (item, sequence) => {
      sequences.current.set(item.id, sequence)
      const replaced = isSeveral(item.type) ? [] : itemsFor(edited, item.type)
      changeItems(item.type, (before) =>
        isSeveral(item.type) ? withArrived(before, item, sequences.current) : [item],
      )
      void discard(replaced)
    },
  })
  return {
    uploads,
    isStored,
    /** Removes a file from the form. */
    removeItem: (item: MediaItem) => {
      changeItems(item.type, (before) => before.filter(({ id }) => id !== item.id))
      void discard([item])
    },
  }
}
