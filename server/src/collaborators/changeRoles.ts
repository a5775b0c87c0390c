import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { Collaborator, updateCollaborators } from '@trestle/domain/collaborators/contract.ts'
import { decideRole, newestChange } from '@trestle/domain/collaborators/rules.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { AppRole, Tx } from '../db/schema.ts'
import { RefusalError, requireUnchanged, refusalError } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { presentCollaborator, toMemberStatus } from './present.ts'
import { cancelInvitations } from './cancelInvitations.ts'
import { roleChangedEmail } from './emails.ts'
import { listCollaborators, setRole, type CollaboratorRow } from './store.ts'

type Body = InputOf<typeof updateCollaborators>['body']

interface RoleChange {
  person: CollaboratorRow
  after: AppRole
}

/** Changes the roles in the request, all or none. A role that equals the current one isn't a change. */
export function changeRoles(services: Services, actor: Actor, body: Body): Promise<Collaborator[]> {
  return services.db.transaction().execute(async (tx) => {
    const appId = body.developer_app_id
    const { app, role } = await lockAppFor(tx, actor, appId, 'collaborators.edit')
    const people = await listCollaborators(tx, appId)
    const named = namedPeople(people, body)
    await requireUnseenChanges(people, named, body.if_unchanged_since)
    const changes = toRoleChanges(named, body, { role, id: actor.id })
    for (const change of changes) {
      await apply(tx, services, actor, { app, change })
    }
    const rows = changes.length === 0 ? people : await listCollaborators(tx, appId)
    return rows.map(presentCollaborator)
  })
}

/** Returns the collaborators in the order of the request. */
function namedPeople(people: CollaboratorRow[], { collaborators }: Body): CollaboratorRow[] {
  return collaborators.map(({ id }) => {
    const person = people.find((row) => row.id === id)
    if (person) return person
    throw new RefusalError({
      code: 'conflict',
      message:
        'A collaborator whose role you changed is no longer on the app. Reload the page and try again.',
      current: people.map(presentCollaborator),
    })
  })
}

/** Refuses a save if one of the collaborators in the request has changed since. Changes to others don't matter. */
async function requireUnseenChanges(
  people: CollaboratorRow[],
  named: CollaboratorRow[],
  since: string | undefined,
): Promise<void> {
  const newest = newestChange(named)
  if (since === undefined || Date.parse(newest) <= Date.parse(since)) return
  await requireUnchanged(newest, since, () => people.map(presentCollaborator))
}

function toRoleChanges(
  named: CollaboratorRow[],
  { collaborators }: Body,
  caller: { role: AppRole; id: number },
): RoleChange[] {
  return collaborators.flatMap(({ role: after }, index) => {
    const person = named[index]
    if (!person || person.role === after) return []
    const decision = decideRole(caller.role, toMemberStatus(person, caller.id), after)
    if (decision.ok) return [{ person, after }]
    const { code, message } = decision.refusal
    throw refusalError(code, message, `collaborators.${index}.role`)
  })
}

async function apply(
  tx: Tx,
  { now, settings }: Services,
  actor: Actor,
  { app, change: { person, after } }: { app: AppRow; change: RoleChange },
): Promise<void> {
  const before = person.role
  const at = now()
  await setRole(tx, person.id, after, at)
  // They may have invited another address of their own.
  if (!mayActOnApp(after, 'collaborators.edit')) {
    await cancelInvitations(tx, actor.audit, at, { inviterId: person.developer_id, appId: app.id })
  }
  await recordAudit(tx, actor.audit, at, {
    action: 'collaborator.role_changed',
    subject: { type: 'developer', id: person.developer_id },
    app_id: app.id,
    changes: { role: [before, after] },
  })
  const email = roleChangedEmail(settings, app, { person, before, after, by: actor.name })
  await sendEmail(tx, actor.audit, at, email)
}
