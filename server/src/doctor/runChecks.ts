import { reasonFor } from '../logging.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { openReference } from '../reference/openReference.ts'
import { isExampleAddress } from '../settingAddresses.ts'
import { checkSettings, type Settings } from '../settings.ts'
import { findBuildProblem, openWebBuild } from '../webBuild.ts'
import { checkPublicUrl, watchCertificates } from './checkCertificates.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkFiles, checkEmailServer, checkSandboxService } from './checkServices.ts'
import { problem, warning, type Finding } from './finding.ts'

/** Returns the first line of the report. */
export function nameStage(env: Record<string, string | undefined>): string {
  const { settings, unusable } = checkSettings(env)
  const stage = unusable.has('RELEASE_STAGE') ? '' : ` for ${settings.RELEASE_STAGE}`
  return `Checking the settings${stage}.`
}

export interface CheckOptions {
  /** An address that gets a test email. By default, none is sent. */
  sendEmailTo?: string
}

/** Checks the settings and everything that they name. Finds all problems in one run. */
export async function runChecks(
  env: Record<string, string | undefined>,
  { sendEmailTo }: CheckOptions = {},
): Promise<Finding[]> {
  const { settings, problems, unusable, warnings } = checkSettings(env)
  const certificates = watchCertificates()
  const outgoing = createOutgoing(settings, certificates)
  const found = await Promise.all([
    checkWebBuild(settings),
    checkReference(settings),
    // Without its address, another service would be checked, or none.
    unusable.has('DATABASE_URL') ? [] : checkDatabase(settings, outgoing, certificates),
    unusable.has('FILES_URL') ? [] : checkFiles(settings, outgoing),
    unusable.has('SMTP_URL') ? [] : checkEmailServer(settings, certificates, sendEmailTo),
    unusable.has('SANDBOX_SERVICE_URL') || unusable.has('SANDBOX_SERVICE_TOKEN')
      ? []
      : checkSandboxService(settings, outgoing),
    unusable.has('PUBLIC_URL') ? [] : checkPublicUrl(settings, certificates),
  ])
  for (const agent of Object.values(outgoing.agents)) agent.destroy()
  const ofSettings: Finding[] =
    problems.length > 0 ? problems.map(problem) : [{ level: 'ok', text: 'The settings fit together.' }]
  return [
    ...ofSettings,
    ...warnings.map(warning),
    ...found.flat(),
    ...certificates.listEnding(),
    ...findForgotten(settings, unusable),
  ]
}

/** Settings whose default is an example address. */
const exampleSettings = [
  'SUPPORT_URL',
  'MARKETPLACE_SUPPORT_EMAIL',
  'PARTNER_APPLICATION_URL',
  'PARTNER_VETTING_URL',
] as const

/** Warns about settings that a production server may have on purpose, but more likely by mistake. */
function findForgotten(settings: Settings, unusable: ReadonlySet<string>): Finding[] {
  if (settings.RELEASE_STAGE !== 'production') return []
  const { REFERENCE_DIR, PLATFORM_API_URL, READ_ONLY } = settings
  const examples = exampleSettings.filter((name) => isExampleAddress(settings[name]))
  const found = [
    // A reference other than the portal's own has no placeholder.
    REFERENCE_DIR === '' &&
      PLATFORM_API_URL === undefined &&
      !unusable.has('PLATFORM_API_URL') &&
      "The reference names a placeholder for the platform's API. Set PLATFORM_API_URL.",
    examples.length > 0 && `Links lead to addresses that are only examples. Set ${examples.join(', ')}.`,
    READ_ONLY && 'Nothing can be changed and no job runs, because READ_ONLY is set.',
    ...findDeploymentGaps(settings),
  ]
  return found.filter((text) => text !== false).map(warning)
}

/** Returns what the proxy, Prometheus and other processes miss in these settings. */
function findDeploymentGaps(settings: Settings): (string | false)[] {
  const { isSecure, TRUST_PROXY, METRICS_TOKEN, METRICS_PORT, DRAIN_SECONDS, ROLES } = settings
  return [
    isSecure &&
      !TRUST_PROXY &&
      'All requests seem to come from the proxy that serves PUBLIC_URL, and share the limits of one address. Set TRUST_PROXY=true.',
    METRICS_TOKEN === '' &&
      METRICS_PORT === undefined &&
      'There are no metrics, so no alert can fire. Set METRICS_TOKEN or METRICS_PORT.',
    DRAIN_SECONDS === 0 &&
      'Each restart loses requests, because DRAIN_SECONDS=0 gives the load balancer no time to notice it.',
    ROLES.every((role) => role === 'web') &&
      'With ROLES=web, this process runs no jobs and issues no tokens. Other processes need the roles jobs and oauth, and the load balancer must send /oauth to them.',
  ]
}

/** Names the files that the reference skips. */
async function checkReference(settings: Settings): Promise<Finding[]> {
  if (!settings.ROLES.includes('web')) return []
  const broken: Finding[] = []
  try {
    await openReference(settings, (file, reason) =>
      broken.push(problem(`The reference skips ${file}: ${reason}.`)),
    )
    return broken
  } catch (error) {
    return [problem(`The reference can't be read: ${reasonFor(error)}`)]
  }
}

async function checkWebBuild({ ROLES, WEB_FOLDER }: Settings): Promise<Finding[]> {
  if (!ROLES.includes('web')) return []
  const web = await openWebBuild(WEB_FOLDER)
  const found = await findBuildProblem(web)
  return [found === null ? { level: 'ok', text: `The web app is built (${web.id()}).` } : problem(found)]
}
