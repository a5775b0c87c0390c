import {
  availabilityFor,
  chooseContact,
  contactChoiceFor,
  everywhere,
  nowhere,
  type Availability,
  type ContactChoice,
} from '@trestle/domain/listings/choices.ts'
import type { ListingContent, MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useMemo, useState } from 'react'
import { itemsFor, mediaFields, withItems } from '../media/media.ts'
import { isSame } from '../../ui/isSame.ts'

/** Choices that the content alone doesn't determine while their fields are empty. */
export interface Choices {
  availability: Availability | null
  contact: ContactChoice | null
}

export const toChoices = (content: ListingContent): Choices => ({
  availability: availabilityFor(content),
  contact: contactChoiceFor(content),
})

interface Input {
  edited: ListingContent
  choices: Choices
  /** The selection before "all regions" was chosen, to restore if the user switches back. */
  ticked: ReturnType<typeof nowhere>
}

const toInput = (edited: ListingContent, ticked = nowhere()): Input => ({
  edited,
  choices: toChoices(edited),
  ticked,
})

/** Returns the choices that the content determines, and keeps the others. */
const withAnswers = (choices: Choices, content: ListingContent): Choices => {
  const { availability, contact } = toChoices(content)
  return { availability: availability ?? choices.availability, contact: contact ?? choices.contact }
}

function withAvailability({ edited, choices, ticked }: Input, availability: Availability): Input {
  const chosen = { ...choices, availability }
  if (availability === 'specific') return { edited: { ...edited, ...ticked }, choices: chosen, ticked }
  const { region_ids, country_ids } = edited
  return { edited: { ...edited, ...everywhere() }, choices: chosen, ticked: { region_ids, country_ids } }
}

const withContact = ({ edited, choices, ticked }: Input, contact: ContactChoice): Input => ({
  edited: { ...edited, ...chooseContact(edited, contact) },
  choices: { ...choices, contact },
  ticked,
})

type Refusals = Record<string, string[]>

/** The fields that are lists of rows. */
type RowField = 'feature_bullets' | 'helpful_links' | 'requirements'

/** Removes the refusals of these fields and their contents, such as the rows of a list. */
const without = (refusals: Refusals, paths: readonly string[]): Refusals =>
  Object.fromEntries(
    Object.entries(refusals).filter(
      ([refused]) => !paths.some((path) => refused === path || refused.startsWith(`${path}.`)),
    ),
  )

/** Removes the refusals of a list and of its changed row, or of all its rows if they have moved. */
const withoutRow = (refusals: Refusals, field: RowField, index: number | undefined): Refusals => {
  const others = without(refusals, [index === undefined ? field : `${field}.${index}`])
  return Object.fromEntries(Object.entries(others).filter(([path]) => path !== field))
}

function withChanges(stored: ListingContent, sent: ListingContent, now: ListingContent): ListingContent {
  const changed = Object.entries(now).filter(([field, value]) => !isSame(value, Reflect.get(sent, field)))
  return { ...stored, ...Object.fromEntries(changed) }
}

function withStored(
  { edited: now, choices, ticked }: Input,
  stored: ListingContent,
  sent: ListingContent | undefined,
): Input {
  if (!sent) return toInput(stored, ticked)
  const edited = withChanges(stored, sent, now)
  return { edited, choices: withAnswers(choices, edited), ticked }
}

/** Returns the same set if nothing is new. */
const withPaths = (before: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> =>
  paths.every((path) => before.has(path)) ? before : new Set([...before, ...paths])

/** Returns the same set if it contains none of the paths. */
const withoutPaths = (before: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> =>
  paths.some((path) => before.has(path))
    ? new Set([...before].filter((path) => !paths.includes(path)))
    : before

const withoutRows = (before: ReadonlySet<string>, field: RowField): ReadonlySet<string> =>
  withoutPaths(
    before,
    [...before].filter((path) => path.startsWith(`${field}.`)),
  )

/** Stores which fields were visited, and which errors were cleared. */
function useVisits() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set())
  const actions = useMemo(
    () => ({
      touch: (...paths: string[]) => {
        setTouched((before) => withPaths(before, paths))
        setCleared((before) => withoutPaths(before, paths))
      },
      forgetRows: (field: RowField) => {
        setTouched((before) => withoutRows(before, field))
        setCleared((before) => withoutRows(before, field))
      },
      /** Hides the error of a field until it changes or the whole form is checked again (LIST-51). */
      clearError: (path: string) => {
        setTouched((before) => withoutPaths(before, [path]))
        setCleared((before) => withPaths(before, [path]))
      },
      /** Shows the cleared errors again. */
      restoreErrors: () => setCleared(new Set()),
    }),
    [],
  )
  return { touched, cleared, ...actions }
}

/** Stores the unsaved input, the visited fields, the cleared errors, and the server's refusals. */
export function useListingEdits(start: ListingContent) {
  const [input, setInput] = useState(() => toInput(start))
  const { forgetRows, ...visits } = useVisits()
  const { touch } = visits
  const [refused, setRefused] = useState<Refusals>({})
  // The functions stay the same, so that a keystroke only rerenders its own field.
  const actions = useMemo(() => {
    const setEdited = (change: (before: ListingContent) => ListingContent) =>
      setInput((before) => ({ ...before, edited: change(before.edited) }))
    const correct = (...paths: string[]) => {
      setRefused((before) => without(before, paths))
      touch(...paths)
    }
    return {
      setRefused,
      /** Starts from the stored content, keeping changes made since `sent` was sent, and choices without an answer. */
      begin: (content: ListingContent, sent?: ListingContent) => {
        setInput((before) => withStored(before, content, sent))
        setRefused({})
      },
      /** Restores input that was typed earlier and not saved. */
      restore: (content: ListingContent) => setInput(({ ticked }) => toInput(content, ticked)),
      set: (change: Partial<ListingContent>, ...paths: string[]) => {
        setEdited((before) => ({ ...before, ...change }))
        correct(...(paths.length > 0 ? paths : Object.keys(change)))
      },
      /** `index` is that of the only changed row. Without it, rows have moved, so that their paths mean others. */
      setRows: <Field extends RowField>(field: Field, rows: ListingContent[Field], index?: number) => {
        setEdited((before) => ({ ...before, [field]: rows }))
        setRefused((before) => withoutRow(before, field, index))
        if (index === undefined) forgetRows(field)
        touch(field)
      },
      /**
       * Changes the current files of a type, because uploads arrive while the user edits other fields. `path` is that
       * of the only changed text. Other changes shift the indexes in the paths of texts.
       */
      changeItems: (
        type: MediaType,
        change: (before: readonly MediaItem[]) => MediaItem[],
        path?: string,
      ) => {
        const field = mediaFields[type]
        setEdited((before) => withItems(before, type, change(itemsFor(before, type))))
        correct(...(path === undefined ? [field, `${field}_attributes`] : [path]))
      },
      /** Chooses one contact method, which empties the fields of the others. */
      chooseContact: (contact: ContactChoice) => {
        setInput((before) => withContact(before, contact))
        setRefused((before) => without(before, ['contact', 'contact_us_email', 'learn_how_url']))
        touch('contact')
      },
      /** Chooses all regions, or the last selected ones. */
      chooseAvailability: (availability: Availability) => {
        setInput((before) => withAvailability(before, availability))
        correct('availability')
      },
    }
  }, [touch, forgetRows])
  const { edited, choices } = input
  return { edited, choices, refused, ...visits, ...actions }
}
