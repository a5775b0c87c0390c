import { refuse, type Decision } from '../../http/errors.ts'

interface Known {
  id: number
  name: string
  email: string
}

/** Refuses an address that another contact of the app has. `own` is the contact being changed, if any. */
export function decideContact(
  known: readonly Known[],
  email: string | undefined,
  { own = null, limit }: { own?: number | null; limit: number },
): Decision<null> {
  if (own === null && known.length >= limit) {
    const message = `An app can have at most ${limit} contacts. Remove one before you add another.`
    return refuse('conflict', message)
  }
  const same = known.find((contact) => contact.email === email && contact.id !== own)
  if (!same) return { ok: true, value: null }
  const message = `${same.name} is already a contact of this app with this address.`
  return refuse('conflict', message, 'email')
}
