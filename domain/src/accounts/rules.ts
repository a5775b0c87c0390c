import { adminsOnly } from '../access/roles.ts'
import { refuse, type Decision, type Refusal } from '../http/errors.ts'

export const minPasswordLength = 12
export const maxPasswordLength = 128

/** How long an emailed link confirms an address. */
export const confirmationHours = 24

/** How long an unconfirmed registration is kept after its last sign-in. */
export const unconfirmedDays = 30

export const maxPlatformIdDigits = 15

/**
 * Returns the refusal of an action that requires a confirmed address, because another person may have registered it.
 * `purpose` names the action: `create an app`.
 */
export const unconfirmedRefusal = (email: string, purpose?: string): Refusal => ({
  code: 'not_allowed',
  message:
    purpose === undefined
      ? `Confirm your email address first: we sent a link to ${email}. Select Resend at the top of any page to get a new one.`
      : `Confirm your email address before you ${purpose}. We sent a link to ${email}.`,
})

/**
 * Returns why a platform admin can't remove someone's admin right, or null. The caller stays one, so the last admin is
 * never removed, even when two remove each other.
 */
export const adminRemovalProblem = (
  target: { id: number; is_admin: boolean },
  caller: { id: number },
): string | null =>
  target.is_admin && target.id === caller.id
    ? "You can't remove your own admin rights. Ask another admin to do it."
    : null

interface RightsHolder {
  id: number
  email: string
  email_confirmed_at: string | null
  is_admin: boolean
  is_employee: boolean
  is_partner: boolean
}

const platformRights = ['is_admin', 'is_employee', 'is_partner'] as const

/** Returns why someone cannot get a platform right, or null. Someone else may have registered the address. */
export const grantProblem = ({
  email,
  email_confirmed_at,
}: Pick<RightsHolder, 'email' | 'email_confirmed_at'>): string | null =>
  email_confirmed_at === null
    ? `The account ${email} hasn't confirmed its address, so someone else may have registered it. Its owner has to open the link in the confirmation email first.`
    : null

type RightsChange = { [Right in (typeof platformRights)[number]]?: boolean | undefined } & {
  email?: string | undefined
}

/** Decides on a change of someone's platform rights (ACC-07) and address. `adminIds` are all platform admins, locked. */
export function decideRights<Change extends RightsChange>(
  target: RightsHolder,
  caller: { id: number },
  adminIds: readonly number[],
  change: Change,
): Decision<Change> {
  if (!adminIds.includes(caller.id)) return { ok: false, refusal: adminsOnly }
  const isMoved = change.email !== undefined && change.email !== target.email
  if (isMoved && target.id === caller.id) {
    return refuse(
      'invalid_input',
      'Change your own address on your account page, which sends a link to the new one.',
      'email',
    )
  }
  const granted = platformRights.find((right) => change[right] && !target[right])
  if (granted) {
    const problem = isMoved
      ? "The new address must be confirmed first. Save it without this right, and we'll send it a confirmation link."
      : grantProblem(target)
    if (problem !== null) return refuse('invalid_input', problem, granted)
  }
  const problem = change.is_admin === false ? adminRemovalProblem(target, caller) : null
  return problem === null ? { ok: true, value: change } : refuse('invalid_input', problem, 'is_admin')
}

interface Account extends Omit<RightsHolder, 'id' | 'email'> {
  email_changed_at: string | null
}

/**
 * Returns whether an account is only an unconfirmed registration, which the recipient of its email may delete. An
 * account whose address staff set, or that has any role, is more than that.
 */
export const isBareRegistration = (account: Account, rolesOnApps: number): boolean =>
  account.email_confirmed_at === null &&
  account.email_changed_at === null &&
  platformRights.every((right) => !account[right]) &&
  rolesOnApps === 0

const browserMarks: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\d.*Safari\//],
  ['curl', /^curl\//],
]

const systemMarks: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns a short browser name for the list of sessions: `Firefox on Windows`. */
export function browserName(userAgent: string): string {
  const nameIn = (marks: [string, RegExp][]) => marks.find(([, mark]) => mark.test(userAgent))?.[0]
  const browser = nameIn(browserMarks) ?? 'Unknown browser'
  const system = nameIn(systemMarks)
  return system ? `${browser} on ${system}` : browser
}

/** Returns the path to open after sign-in: a path of this site, never another host. */
export function safeReturnPath(path: string | undefined, fallback: string): string {
  const isSameSite = path !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(path)
  return isSameSite ? path : fallback
}
