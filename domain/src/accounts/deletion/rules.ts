import { refuse, type Decision } from '../../http/errors.ts'

/** The name shown for a deleted account on everything it created. */
export const deletedName = { first_name: 'Deleted', last_name: 'developer' } as const

/** Returns the placeholder for a deleted account's address. It can't receive email. */
export const deletedEmail = (id: number): string => `deleted-${id}@deleted.invalid`

/** Returns whether the owner of an app deleted their account. */
export const hasDeletedOwner = (app: { owner_id: number; owner: { email: string } }): boolean =>
  app.owner.email === deletedEmail(app.owner_id)

interface Leaving {
  email: string
  is_admin: boolean
  /** The names of the apps that they own. */
  ownedApps: readonly string[]
}

const maxNamed = 5

/** Returns why someone can't delete their account, or null. `otherAdmins` are the other admins who aren't suspended. */
function deletionProblem(
  { is_admin: isAdmin, ownedApps }: Pick<Leaving, 'is_admin' | 'ownedApps'>,
  otherAdmins: number,
): string | null {
  if (ownedApps.length > 0) {
    const more = ownedApps.length - maxNamed
    const named = ownedApps.slice(0, maxNamed).join(', ')
    const apps = more > 0 ? `${named} and ${more} more` : named
    return `You own apps: ${apps}. Transfer or delete them first.`
  }
  if (isAdmin && otherAdmins === 0) {
    return 'You are the last platform admin. Make someone else an admin first.'
  }
  return null
}

/** Decides on the deletion of the caller's own account, whose address they typed. */
export function decideDeletion(leaving: Leaving, typedEmail: string, otherAdmins: number): Decision<null> {
  if (typedEmail !== leaving.email) {
    const message = 'Type the email address of your account'
    return refuse('invalid_input', message, 'email')
  }
  const problem = deletionProblem(leaving, otherAdmins)
  return problem === null ? { ok: true, value: null } : refuse('conflict', problem)
}
