import { refuse, type Decision } from '../http/errors.ts'
import type { RfiInput, RfiStatus, RfiUpdate } from './contract.ts'
import { drawingIds, locations, people } from './samples.ts'

/** The maximum number of RFIs in an app's sandbox. */
export const maxRfis = 500

type Fields = Record<string, string[]>

const isPerson = (id: number): boolean => people.some((person) => person.id === id)

/** Returns what is wrong, or the value. */
function decide<T>(problems: [field: string, message: string | false][], value: T): Decision<T> {
  const fields: Fields = {}
  for (const [field, message] of problems) if (message !== false) fields[`rfi.${field}`] = [message]
  if (Object.keys(fields).length === 0) return { ok: true, value }
  return { ok: false, refusal: { code: 'invalid_input', message: 'Some fields are not right.', fields } }
}

const notPeople = (ids: readonly number[]): string | false =>
  !ids.every(isPerson) && "must be ids of people in the project's directory"

const notPerson = (id: number | undefined): string | false =>
  id !== undefined && !isPerson(id) && "must be the id of a person in the project's directory"

const tooEarly = (date: string | null | undefined, today: string): string | false =>
  typeof date === 'string' && date < today && 'must be today or later'

const neededToOpen = 'is required to open an RFI'

/** Decides whether an RFI can be created. `today` is the date in the time zone of the project. */
export function decideRfi(input: RfiInput, today: string): Decision<RfiInput> {
  const { assignee_ids: assignees, rfi_manager_id: manager, location_id: location, status } = input
  const isOpen = status === 'open'
  return decide(
    [
      ['assignee_ids', notPeople(assignees) || (isOpen && assignees.length === 0 && neededToOpen)],
      ['rfi_manager_id', notPerson(manager) || (isOpen && manager === undefined && neededToOpen)],
      ['due_date', tooEarly(input.due_date, today)],
      [
        'location_id',
        location !== undefined &&
          !locations.some(({ id }) => id === location) &&
          'must be the id of a location of the project',
      ],
      [
        'drawing_ids',
        !input.drawing_ids.every((id) => drawingIds.includes(id)) && 'must be ids of drawings of the project',
      ],
      // The sandbox stores no files.
      ['upload_ids', input.upload_ids.length > 0 && 'must be ids of finished uploads'],
    ],
    { ...input, assignee_ids: [...new Set(assignees)], drawing_ids: [...new Set(input.drawing_ids)] },
  )
}

interface CurrentRfi {
  status: RfiStatus
  assignee_ids: number[]
  rfi_manager_id: number | null
}

/** An open RFI has an assignee and a manager who makes sure that it gets answered. */
const findMissing = ({ status, assignee_ids, rfi_manager_id }: CurrentRfi): [string, string | false][] => [
  ['assignee_ids', status === 'open' && assignee_ids.length === 0 && neededToOpen],
  ['rfi_manager_id', status === 'open' && rfi_manager_id === null && neededToOpen],
]

/** Decides whether this change to an RFI is allowed. */
export function decideRfiUpdate(
  current: CurrentRfi,
  update: RfiUpdate,
  today: string,
): Decision<Omit<RfiUpdate, 'status'> & { status: RfiStatus }> {
  const after = {
    status: update.status ?? current.status,
    assignee_ids: [...new Set(update.assignee_ids ?? current.assignee_ids)],
    rfi_manager_id: update.rfi_manager_id ?? current.rfi_manager_id,
  }
  if (update.status === 'closed' && current.status === 'draft') {
    return refuse('conflict', 'A draft must be opened before it is closed.')
  }
  return decide(
    [
      ...findMissing(after),
      ['assignee_ids', notPeople(after.assignee_ids)],
      ['rfi_manager_id', notPerson(update.rfi_manager_id)],
      ['due_date', tooEarly(update.due_date, today)],
    ],
    { ...update, assignee_ids: after.assignee_ids, status: after.status },
  )
}
