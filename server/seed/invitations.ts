import { randomBytes } from 'node:crypto'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../src/db/schema.ts'
import { ago } from './ago.ts'
import type { DemoPeople, DemoPerson } from './people.ts'

interface DemoInvitation {
  app: string
  email: string
  role: 'admin' | 'developer'
  status: 'pending' | 'accepted' | 'canceled'
  by: DemoPerson
  /** Days before now at which the invitation was sent. A pending one expires after 14. */
  sent: number
  acceptedBy?: DemoPerson
}

/** Site Sync's team joined by invitation. Other invitations are pending, expired or canceled. */
const invitations: DemoInvitation[] = [
  {
    app: 'Site Sync',
    email: 'admin-collab@demo.test',
    role: 'admin',
    status: 'accepted',
    by: 'owner',
    sent: 189,
    acceptedBy: 'adminCollab',
  },
  {
    app: 'Site Sync',
    email: 'dev-collab@demo.test',
    role: 'developer',
    status: 'accepted',
    by: 'adminCollab',
    sent: 188,
    acceptedBy: 'devCollab',
  },
  {
    app: 'Site Sync',
    email: 'maren.holt@siteline.example',
    role: 'developer',
    status: 'pending',
    by: 'owner',
    sent: 2,
  },
  {
    app: 'Site Sync',
    email: 'j.abara@siteline.example',
    role: 'admin',
    status: 'pending',
    by: 'adminCollab',
    sent: 23,
  },
  {
    app: 'Site Sync',
    email: 'jabara@sitelin.example',
    role: 'admin',
    status: 'canceled',
    by: 'adminCollab',
    sent: 24,
  },
  {
    app: 'Crane Watch',
    email: 'stranger@demo.test',
    role: 'developer',
    status: 'pending',
    by: 'owner',
    sent: 1,
  },
  {
    app: 'Gantt Glider',
    email: 'luca@kilnworks.example',
    role: 'developer',
    status: 'pending',
    by: 'partner',
    sent: 13,
  },
]

const later = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

export async function insertInvitations(tx: Tx, now: Date, people: DemoPeople): Promise<void> {
  const apps = await tx.selectFrom('developer_apps').select(['id', 'internal_name']).execute()
  const ids = new Map(apps.map((app) => [app.internal_name, app.id]))
  await tx
    .insertInto('invitations')
    .values(
      invitations.map(({ app, email, role, status, by, sent, acceptedBy }) => {
        const at = ago(now, sent)
        const answered = later(at, 0.2)
        return {
          app_id: ids.get(app) ?? 0,
          email,
          role,
          status,
          // No email was sent, so the token is random. Resending the invitation creates a real one.
          token_hash: randomBytes(32),
          invited_by: people[by],
          sent_at: at,
          expires_at: later(at, 14),
          accepted_by: acceptedBy ? people[acceptedBy] : null,
          accepted_at: acceptedBy ? answered : null,
          created_at: at,
          updated_at: status === 'pending' ? at : answered,
        }
      }),
    )
    .execute()
}
