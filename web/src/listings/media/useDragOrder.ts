import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { useState, type DragEvent } from 'react'

/** Moves a file to another's position by dragging; the arrow buttons do the same by keyboard. */
export function useDragOrder(onMove: (item: MediaItem, index: number) => void) {
  const [dragged, setDragged] = useState<MediaItem | null>(null)
  const [overId, setOverId] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOverId(null)
  }
  return {
    overId,
    gripProps: (item: MediaItem) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        // Firefox doesn't start a drag without data.
        dataTransfer.setData('text/plain', item.original_filename)
        setDragged(item)
      },
      onDragEnd: end,
    }),
    targetProps: (item: MediaItem, index: number) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        setOverId(item.id === dragged.id ? null : item.id)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        if (item.id !== dragged.id) onMove(dragged, index)
        end()
      },
    }),
  }
}
