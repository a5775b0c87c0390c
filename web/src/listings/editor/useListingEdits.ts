import {
  availabilityFor,
  contactChoiceFor,
  type Availability,
  type ContactChoice,
} from '@trestle/domain/listings/choices.ts'
import type { ListingContent, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useMemo, useState } from 'react'
import { itemsFor, mediaFields, withItems } from '../media/media.ts'

/** Choices that the content alone doesn't determine while their fields are empty. */
export interface Choices {
  availability: Availability | null
  contact: ContactChoice | null
}

export const toChoices = (content: ListingContent): Choices => ({
  availability: availabilityFor(content),
  contact: contactChoiceFor(content),
})

type Refusals = Record<string, string[]>

/** Removes the refusals of these fields and of what is in them, such as the rows of a list. */
const without = (refusals: Refusals, paths: readonly string[]): Refusals =>
  Object.fromEntries(
    Object.entries(refusals).filter(
      ([refused]) => !paths.some((path) => refused === path || refused.startsWith(`${path}.`)),
    ),
  )

function withChanges(stored: ListingContent, sent: ListingContent, now: ListingContent): ListingContent {
  const changed = Object.entries(now).filter(([field, value]) => value !== Reflect.get(sent, field))
  return { ...stored, ...Object.fromEntries(changed) }
}

/** Returns the same set if nothing is new. */
const withPaths = (before: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> =>
  paths.every((path) => before.has(path)) ? before : new Set([...before, ...paths])

/** Returns the same set if it has none of the paths. */
const withoutPaths = (before: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> =>
  paths.some((path) => before.has(path))
    ? new Set([...before].filter((path) => !paths.includes(path)))
    : before

/** Stores the unsaved input, the visited fields, the cleared errors, and the server's refusals. */
export function useListingEdits(start: ListingContent) {
  const [edited, setEdited] = useState(start)
  const [choices, setChoices] = useState(() => toChoices(start))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Refusals>({})
  // The same functions at every keystroke, so that it draws only its own field again.
  const actions = useMemo(() => {
    const touch = (...paths: string[]) => {
      setTouched((before) => withPaths(before, paths))
      setCleared((before) => withoutPaths(before, paths))
    }
    return {
      setRefused,
      /** Starts from the stored content, keeping changes made since `sent` was sent. */
      begin: (content: ListingContent, sent?: ListingContent) => {
        setEdited((now) => (sent ? withChanges(content, sent, now) : content))
        setChoices(toChoices(content))
        setRefused({})
      },
      /** Restores input that was typed earlier and not saved. */
      restore: (content: ListingContent) => {
        setEdited(content)
        setChoices(toChoices(content))
      },
      set: (change: Partial<ListingContent>, ...paths: string[]) => {
        const changed = paths.length > 0 ? paths : Object.keys(change)
        setEdited((before) => ({ ...before, ...change }))
        setRefused((before) => without(before, changed))
        touch(...changed)
      },
      /** Changes the current files of a type, because uploads arrive while the user edits other fields. */
      changeItems: (type: MediaType, change: (before: readonly MediaItem[]) => MediaItem[]) => {
        setEdited((before) => withItems(before, type, change(itemsFor(before, type))))
        setRefused((before) => without(before, [mediaFields[type]]))
        touch(mediaFields[type])
      },
      choose: (choice: Partial<Choices>) => setChoices((before) => ({ ...before, ...choice })),
      touch,
      /** Hides the error of a field until it changes or the whole form is checked again (LIST-51). */
      clearError: (path: string) => {
        setTouched((before) => withoutPaths(before, [path]))
        setCleared((before) => withPaths(before, [path]))
      },
      /** Shows the cleared errors again. */
      restoreErrors: () => setCleared(new Set()),
    }
  }, [])
  return { edited, choices, touched, cleared, refused, ...actions }
}
