import type { Actor, AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { removeDraftsOfApp } from '../drafts/removeDraft.ts'
import { sendToEach, type SharedMail } from '../mail/sendToEach.ts'
import { cancelBuild } from '../sandboxes/cancel.ts'
import type { Services } from '../services.ts'
import { appFor, peopleOn } from '../access/appFor.ts'
import { changeApp } from './store.ts'

/** Deletes an app for everyone who works on it. The row remains, so that staff can undelete it. */
export async function deleteApp(services: Services, actor: Actor, by: AuditActor, id: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { app } = await appFor(tx, actor, id, 'app.delete', { lock: true })
    const now = services.now()
    await changeApp(tx, id, { deleted_at: now, updated_at: now })
    await cancelBuild(tx, by, now, id)
    await removeDraftsOfApp(tx, app)
    await recordAudit(tx, by, now, {
      action: 'app.deleted',
      subject: { type: 'app', id },
      app_id: id,
      changes: { deleted_at: [null, now] },
    })
    const others = (await peopleOn(tx, { id })).filter((person) => person.developer_id !== actor.id)
    const recipients = others.map(({ email }) => email)
    await sendToEach(tx, now, by, deletedMail(services, { app: app.internal_name, by: actor, recipients }))
  })
}

interface Deletion {
  app: string
  by: Pick<Actor, 'name' | 'email'>
  recipients: string[]
}

const deletedMail = ({ settings }: Services, { app, by, recipients }: Deletion): SharedMail => ({
  kind: 'app_deleted',
  recipients,
  subject: `${app} was deleted`,
  paragraphs: [
    `${by.name} (${by.email}) deleted the app ${app} on the ${settings.PLATFORM_NAME} developer portal.`,
    "It's no longer available to you or its other collaborators.",
    `If this was a mistake, write to ${by.email} or contact support:\n${settings.SUPPORT_URL}`,
  ],
})
