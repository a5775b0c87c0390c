import { grantAdmin } from '../accounts/grantAdmin.ts'
import { explainWithHint, runCommand, toEmail, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'

/** Makes someone the first platform admin (ACC-07). Others are added on the developer's page. */
await runCommand(
  'npm run grant-admin -- EMAIL',
  (argument) =>
    withDatabase(async (database, settings) => {
      warnDuringMaintenance(settings)
      const email = toEmail(argument)
      const outcome = await grantAdmin(connect(database.pool), new Date(), email)
      return outcome === 'granted'
        ? `${email} is now a platform admin.`
        : `${email} is already a platform admin.`
    }),
  { explain: explainWithHint(' Sign up in the portal first, then run this command again.') },
)
