const toWords = (text) => text.trim().split(/\s+/)

/** Files of a server feature that have the same role in each. */
const roles = ['store', 'routes', 'adminRoutes', 'present', 'kinds', 'emails']

/** A use case is named after its verb: `promote.ts`, `createApp.ts`. A name must not begin with any other word. */
const verbs = toWords(`
  accept adapt assign attach build cancel change check choose claim clean compose confirm count create delete
  deliver drop decide end enqueue estimate export fake find finish grant has import introspect invite list load lock mail make open parse preview
  promote publish read record recount refuse register reject remove render reply report request require resend reset restore resume retry revert revoke
  review rotate run save send serve shorten sign start store suspend swap to transfer try undelete update upload validate verify write
`)

/** Files that are neither a role nor a use case: data and helpers shared by the use cases of one feature. */
const subjects = toWords(`
  actor network authorizedApp references addresses adminList device emailToken hashing limit password passwordRule
  secretFormat serviceToken session timing token tokenRights removedAccess thumbnail oauthApplications lastEvent invitationContext drafts disk
  document image storage video videoBoxes videoHost runner schedule message publicVersionKey findPage
  inBatches sort window digest outboxPage dataConnector schemaErrors csv html feedAddress notificationFeed
  formBody call outgoing privateAddress progress listings branch changelogFeed httpService service
  simulator finding issuers transport backup encryption keys columns relyingParty
`)

const allowed = new Set([...roles, ...subjects])
const startsWithVerb = new RegExp(String.raw`^(${verbs.join('|')})(?![a-z])[A-Za-z0-9]*$`)

/** The layers below the features have their own names. */
const isFeature = (file) => /^server\/src\/(?!http\/|db\/|commands\/)[^/]+\//.test(file)

const camelCase = /^[a-z][A-Za-z0-9]*\.ts$/
const component = /^[A-Z][A-Za-z0-9]*\.tsx$/

/** Returns whether a file's name is allowed. Tests are named after the file they test, or after their subject. */
export function isFileName(file) {
  const [workspace] = file.split('/')
  const name = file
    .split('/')
    .at(-1)
    .replace(/\.test(\.tsx?)$/, '$1')
  if (
    workspace === 'web' &&
    (component.test(name) || /^web\/src\/(app\/)?[a-z]\w*(\.test)?\.tsx$/.test(file))
  ) {
    return true
  }
  if (!camelCase.test(name)) return false
  if (!isFeature(file) || file.endsWith('.test.ts')) return true
  const stem = name.replace(/\.ts$/, '')
  return allowed.has(stem) || startsWithVerb.test(stem)
}
