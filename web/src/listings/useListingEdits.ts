import {
  availabilityFor,
  contactChoiceFor,
  type Availability,
  type ContactChoice,
} from '@trestle/domain/listings/choices.ts'
import type { ListingContent, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useState } from 'react'
import { itemsFor, mediaFields, withItems } from './media.ts'

/** What the page's choices show where nothing of them is filled in yet. */
export interface Choices {
  availability: Availability | null
  contact: ContactChoice | null
}

export const toChoices = (content: ListingContent): Choices => ({
  availability: availabilityFor(content),
  contact: contactChoiceFor(content),
})

type Refusals = Record<string, string[]>

const without = (refusals: Refusals, paths: readonly string[]): Refusals =>
  Object.fromEntries(Object.entries(refusals).filter(([path]) => !paths.includes(path)))

function withChanges(stored: ListingContent, sent: ListingContent, now: ListingContent): ListingContent {
  const changed = Object.entries(now).filter(([field, value]) => value !== Reflect.get(sent, field))
  return { ...stored, ...Object.fromEntries(changed) }
}

/** What somebody has typed and not saved, where they have been, and what the server said of it. */
export function useListingEdits(start: ListingContent) {
  const [edited, setEdited] = useState(start)
  const [choices, setChoices] = useState(() => toChoices(start))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Refusals>({})
  const touch = (...paths: string[]) =>
    setTouched((before) =>
      paths.every((path) => before.has(path)) ? before : new Set([...before, ...paths]),
    )
  return {
    edited,
    choices,
    touched,
    refused,
    setRefused,
    /** Starts from what is stored; what was changed since it was sent stays changed. */
    begin: (content: ListingContent, sent?: ListingContent) => {
      setEdited((now) => (sent ? withChanges(content, sent, now) : content))
      setChoices(toChoices(content))
      setRefused({})
    },
    /** What was typed earlier and not saved. */
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
    /** Changes the files of a type from what they are by then: they arrive while other things are typed. */
    changeItems: (type: MediaType, change: (before: readonly MediaItem[]) => MediaItem[]) => {
      setEdited((before) => withItems(before, type, change(itemsFor(before, type))))
      setRefused((before) => without(before, [mediaFields[type]]))
      touch(mediaFields[type])
    },
    choose: (choice: Partial<Choices>) => setChoices((before) => ({ ...before, ...choice })),
    touch,
    /** Forgets that a field was looked at: what it says is no longer in sight (LIST-51). */
    untouch: (path: string) => setTouched((before) => new Set([...before].filter((each) => each !== path))),
  }
}
