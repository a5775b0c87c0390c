import {
  availabilityOf,
  contactChoiceOf,
  type Availability,
  type ContactChoice,
} from '@trestle/domain/listings/choices.ts'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { useState } from 'react'

/** What the page's choices show where nothing of them is filled in yet. */
export interface Choices {
  availability: Availability | null
  contact: ContactChoice | null
}

export const choicesOf = (content: ListingContent): Choices => ({
  availability: availabilityOf(content),
  contact: contactChoiceOf(content),
})

type Refusals = Record<string, string[]>

const without = (refusals: Refusals, paths: readonly string[]): Refusals =>
  Object.fromEntries(Object.entries(refusals).filter(([path]) => !paths.includes(path)))

/** What somebody has typed and not saved, where they have been, and what the server said of it. */
export function useListingEdits(start: ListingContent) {
  const [edited, setEdited] = useState(start)
  const [choices, setChoices] = useState(() => choicesOf(start))
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
    begin: (content: ListingContent) => {
      setEdited(content)
      setChoices(choicesOf(content))
      setRefused({})
    },
    set: (change: Partial<ListingContent>, ...paths: string[]) => {
      const changed = paths.length > 0 ? paths : Object.keys(change)
      setEdited((before) => ({ ...before, ...change }))
      setRefused((before) => without(before, changed))
      touch(...changed)
    },
    /** Changes a field from what it is by then: files arrive while other things are typed. */
    update: <Field extends keyof ListingContent>(
      field: Field,
      change: (before: ListingContent[Field]) => ListingContent[Field],
    ) => {
      setEdited((before) => ({ ...before, [field]: change(before[field]) }))
      touch(field)
    },
    choose: (choice: Partial<Choices>) => setChoices((before) => ({ ...before, ...choice })),
    touch,
    /** Forgets that a field was looked at: what it says is no longer in sight (LIST-51). */
    untouch: (path: string) => setTouched((before) => new Set([...before].filter((each) => each !== path))),
  }
}
