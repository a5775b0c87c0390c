import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { decideUndelete } from '@trestle/domain/apps/rules.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { lockAccount } from '../access/lockAccount.ts'
import { recordAudit } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import { sendToEach, type SharedEmail } from '../mail/sendToEach.ts'
import { resumeBuild } from '../sandboxes/resume.ts'
import type { Services } from '../services.ts'
import { lockAdminApp, peopleOn } from '../access/authorizedApp.ts'
import { loadAdminDeveloperApp } from './present.ts'
import { changeApp, countOwnedApps } from './store.ts'

/** Restores a deleted app for everyone who worked on it, and restarts the build that the deletion stopped. */
export function undeleteApp(services: Services, actor: Actor, id: number): Promise<AdminDeveloperApp> {
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, id)
    const hasAccount = (await lockAccount(tx, app.owner_id)) !== undefined
    unwrap(decideUndelete(app, { hasAccount, owned: await countOwnedApps(tx, app.owner_id) }))
    const now = services.now()
    const restored = await changeApp(tx, id, { deleted_at: null, updated_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'app.undeleted',
      subject: { type: 'app', id },
      app_id: id,
      changes: { deleted_at: [app.deleted_at, null] },
    })
    await resumeBuild(tx, services, actor.audit, app)
    const recipients = (await peopleOn(tx, { id })).map(({ email }) => email)
    await sendToEach(tx, actor.audit, now, undeletedEmail(services, app, recipients))
    return loadAdminDeveloperApp(tx, services, restored)
  })
}

const undeletedEmail = (
  { settings }: Services,
  app: { id: number; internal_name: string },
  recipients: string[],
): SharedEmail => ({
  kind: 'app_undeleted',
  recipients,
  subject: `${app.internal_name} was restored`,
  paragraphs: [
    `Platform staff restored the deleted app ${app.internal_name} on the ${settings.PLATFORM_NAME} developer portal.`,
    `It's in your list of apps again, with everything it contained:\n${settings.PUBLIC_URL}${appAddress(app.id)}`,
    `If this was a mistake, contact support:\n${settings.SUPPORT_URL}`,
  ],
})
