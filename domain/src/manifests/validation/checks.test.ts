import { describe, expect, test } from 'vitest'
import { type CheckContext, crossFieldErrors, isEmptyManifest } from './checks.ts'
import type { ManifestContent } from '../contract.ts'

const context: CheckContext = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }
const listErrors = (content: ManifestContent, changes: Partial<CheckContext> = {}) =>
  crossFieldErrors(content, { ...context, ...changes }).map(({ path, message }) => `${path}: ${message}`)

const v41 = (rest: ManifestContent) => ({ schema_version: '4.1', ...rest })
const fullscreen = { source_url: 'https://x.example', description: '' }
const sidepanel = { ...fullscreen, views: ['rfi.detail'] }
const withParameters = (
  properties: ManifestContent,
  required: string[] = [],
  source_url = 'https://x.example',
) =>
  v41({
    fullscreen: { source_url, user_configuration: { schema: { type: 'object', required, properties } } },
  })
const parameter = { name: 'Site', type: 'string' }
const v3 = (iframe: ManifestContent[], oauth: ManifestContent[] = []) => ({
  schema_version: '3',
  components: {
    ...(iframe.length > 0 && { iframe: { instances: iframe } }),
    ...(oauth.length > 0 && { oauth: { instances: oauth } }),
  },
})

describe('a manifest needs one of six parts', { tags: ['CONF-44'] }, () => {
  const instruction = { notes: 'a', page: { url: 'https://x.example', label: 'b' } }
  test.each<[string, ManifestContent]>([
    ['a full screen component', { fullscreen }],
    ['a side panel component', { sidepanel }],
    ['instructions', { post_installation_instruction: instruction }],
    ['user-level authentication', { oauth: { enabled: true } }],
  ])('a manifest with only %s is accepted', { tags: ['CONF-44'] }, (_part, rest) =>
    expect(listErrors(v41(rest))).toEqual([]),
  )

  test.each(['company', 'project'])(
    '%s permissions count as one of the six parts',
    { tags: ['CONF-44'] },
    (scope) => {
      expect(isEmptyManifest(v41({ permissions: { [scope]: { directory: 'readonly' } } }))).toBe(false)
    },
  )

  test.each<ManifestContent>([
    {},
    { oauth: { enabled: false } },
    { permissions: { company: {}, project: {} } },
    { post_installation_instruction: {} },
    { app_manifest: { name: 'x' } },
  ])('a manifest without any of the six parts is refused: %j', { tags: ['CONF-44'] }, (rest) => {
    expect(listErrors(v41(rest))).toEqual([
      ': The manifest is empty. Add a component, permissions, post-installation instructions or user-level authentication.',
    ])
  })

  test('an empty manifest is accepted if the data connector section allows it', { tags: ['CONF-45'] }, () => {
    expect(listErrors(v41({ oauth: { enabled: false } }), { allowEmpty: true })).toEqual([])
  })
})

describe('addresses', () => {
  const address = (source_url: string) => listErrors(withParameters({ site_code: parameter }, [], source_url))

  test(
    "addresses may contain built-in tokens and the component's own parameters",
    { tags: ['MAN-30'] },
    () => {
      expect(
        address('https://{{site_code}}.x.example/{{procore.company.name}}?p={{ procore.project.id }}'),
      ).toEqual([])
      expect(address('https://x.example/{{procore.company.id}}/{{procore.project.name}}')).toEqual([])
    },
  )

  test('addresses with an unknown token are refused with the closest known one', { tags: ['MAN-30'] }, () => {
    expect(address('https://x.example/{{sitecode}}/{{procore.project.key}}/{{zzzzzz}}')).toEqual([
      "/fullscreen/source_url: {{sitecode}} isn't built in and isn't a parameter of this component. Did you mean {{site_code}}?",
      "/fullscreen/source_url: {{procore.project.key}} isn't built in and isn't a parameter of this component. Did you mean {{procore.project.id}}?",
      "/fullscreen/source_url: {{zzzzzz}} isn't built in and isn't a parameter of this component. Add a parameter with this key, or correct the name.",
    ])
  })

  test('addresses with braces that are not a token are refused', { tags: ['MAN-30'] }, () => {
    expect(address('https://x.example/{{site_code}')).toEqual([
      '/fullscreen/source_url: "source_url" has a "{{" that doesn\'t start a token. Write tokens like {{procore.project.id}} or {{site_code}}.',
    ])
  })

  test('addresses must be https', { tags: ['CONF-21'] }, () => {
    expect(address('http://x.example')).toEqual([
      '/fullscreen/source_url: "source_url" must be a full URL that starts with https://.',
    ])
  })

  test('addresses of version 3 are checked at their own path', { tags: ['MAN-19', 'MAN-30'] }, () => {
    expect(listErrors(v3([{ name: 'a', iframe_src: 'http://{{a}}' }]))).toEqual([
      "/components/iframe/instances/0/iframe_src: {{a}} isn't built in and isn't a parameter of this component. Add a parameter with this key, or correct the name.",
      '/components/iframe/instances/0/iframe_src: "iframe_src" must be a full URL that starts with https://.',
    ])
  })
})

describe('parameters', () => {
  test('listed as required must exist', { tags: ['CONF-31'] }, () => {
    expect(listErrors(withParameters({ site_code: parameter }, ['site_code', 'region']))).toEqual([
      '/fullscreen/user_configuration/schema/required/1: "region" is required but isn\'t a parameter of this component.',
    ])
  })

  test("parameters have keys of the allowed form that are not the platform's", { tags: ['CONF-26'] }, () => {
    const errors = listErrors(withParameters({ '1/x': parameter, procore_id: parameter, fine: parameter }))
    expect(errors.map((error) => error.split(': ')[0])).toEqual([
      '/fullscreen/user_configuration/schema/properties/1~1x',
      '/fullscreen/user_configuration/schema/properties/procore_id',
    ])
  })
})

describe('side panel views', () => {
  test('side panel views are known keys, or all under a prefix', { tags: ['CONF-32', 'CONF-36'] }, () => {
    expect(
      listErrors(v41({ sidepanel: { ...sidepanel, views: ['rfi.detail', 'schedule.calendar.all'] } })),
    ).toEqual([])
  })

  test('side panel views that are unknown are refused with the closest one', { tags: ['CONF-32'] }, () => {
    expect(listErrors(v41({ sidepanel: { ...sidepanel, views: ['rfi.details', 'qqqqqqqq'] } }))).toEqual([
      '/sidepanel/views/0: "rfi.details" isn\'t a view. Did you mean "rfi.detail"?',
      '/sidepanel/views/1: "qqqqqqqq" isn\'t a view. Choose one from the list of views.',
    ])
  })

  test('side panel views are refused in government cloud, like side panels', { tags: ['CONF-18'] }, () => {
    const refused = "Side panel components aren't available in government cloud."
    expect(listErrors(v41({ sidepanel }), { isGovernmentCloud: true })).toEqual([`/sidepanel: ${refused}`])
    const panel = { name: 'a', type: 'sidepanel', iframe_src: 'https://x.example', views: ['rfi.detail'] }
    expect(listErrors(v3([panel]), { isGovernmentCloud: true })).toEqual([
      `/components/iframe/instances/0: ${refused}`,
    ])
    expect(listErrors(v41({ fullscreen }), { isGovernmentCloud: true })).toEqual([])
  })
})

test('reports a list with too many entries once, whatever is in it', { tags: ['MAN-30'] }, () => {
  const names = Array.from({ length: 101 }, (_, n) => `wrong_name_${n}`)
  const allowed = names.slice(1)
  const parameters = Object.fromEntries(allowed.map((name) => [name, parameter]))
  expect(listErrors(withParameters(parameters, allowed))).toEqual([])
  const levels = Object.fromEntries(names.map((name) => [name, 'readonly']))
  const schema = '/fullscreen/user_configuration/schema'
  expect(
    listErrors(withParameters(Object.fromEntries(names.map((name) => [name, parameter])), ['x'])),
  ).toEqual([`${schema}/properties: "properties" can have at most 100.`])
  expect(listErrors(withParameters({ site_code: parameter }, names))).toEqual([
    `${schema}/required: "required" can have at most 100.`,
  ])
  expect(listErrors(v41({ permissions: { project: levels }, oauth: { enabled: true } }))).toEqual([
    '/permissions/project: "project" can have at most 100.',
  ])
})

test('refuses a second component of the same type', { tags: ['CONF-16'] }, () => {
  const frame = { name: 'a', iframe_src: 'https://x.example' }
  expect(listErrors(v3([frame, { ...frame, type: 'fullscreen' }]))).toEqual([
    '/components/iframe/instances/1: An app can have only one full screen component. Remove this one.',
  ])
  expect(listErrors(v3([frame, { ...frame, type: 'sidepanel', views: ['rfi.all'] }]))).toEqual([])
})

describe('permissions', () => {
  const permissions = (company: ManifestContent, project: ManifestContent = {}) =>
    listErrors(v41({ permissions: { company, project }, oauth: { enabled: true } }))

  test('name known tools at levels these tools have', { tags: ['PERM-04', 'PERM-07'] }, () => {
    expect(permissions({ directory: 'admin', admin: 'admin' }, { rfi: 'standard' })).toEqual([])
  })

  test('permissions of an unknown tool are refused with the closest name', { tags: ['PERM-08'] }, () => {
    expect(permissions({ portfolio: 'readonly', toString: 'readonly' }, { daily_logs: 'standard' })).toEqual([
      '/permissions/company/portfolio: "portfolio" isn\'t a company tool. Did you mean "home"?',
      '/permissions/company/toString: "toString" isn\'t a company tool. The permission builder lists all tools.',
      '/permissions/project/daily_logs: "daily_logs" isn\'t a project tool. Did you mean "daily_log"?',
    ])
  })

  test('at a level in disabled_uals are refused', { tags: ['PERM-07'] }, () => {
    expect(permissions({ admin: 'readonly' }, { home: 'admin' })).toEqual([
      `/permissions/company/admin: Admin doesn't support Read-Only. Choose from None, Admin.`,
      `/permissions/project/home: Home doesn't support Admin. Choose from None, Read-Only, Standard.`,
    ])
  })

  test('permissions of version 3 may use the old names, but not both', { tags: ['MAN-19'] }, () => {
    const connector = (company: ManifestContent, project: ManifestContent = {}) =>
      listErrors(v3([], [{ grant_type: 'client_credentials', permissions: { company, project } }]))
    expect(connector({ portfolio: 'readonly' }, { budget: 'standard' })).toEqual([])
    expect(connector({ portfolio: 'readonly' }, { home: 'standard' })).toEqual([])
    expect(connector({ portfolio: 'readonly', home: 'admin' })).toEqual([
      '/components/oauth/instances/0/permissions/company/portfolio: "portfolio" is the old name of "home". Keep one of them.',
    ])
  })
})

describe('a data connector', () => {
  const alone = 'A service account requires user-level authentication. Set "enabled" of "oauth" to true.'

  test.each([undefined, {}, { enabled: false }])(
    'a data connector with a service account needs oauth, which %j is not',
    { tags: ['PERM-12'] },
    (oauth) => {
      const content = v41({ permissions: { project: { rfi: 'readonly' } }, ...(oauth && { oauth }) })
      expect(listErrors(content)).toEqual([`/permissions: ${alone}`])
    },
  )

  test('a public app gets no service account', { tags: ['PERM-09'] }, () => {
    const barred = { isServiceAccountBarred: true }
    const message =
      "The app is public and can't keep a client secret, so a service account doesn't work. Remove its permissions, or ask platform staff to make the app confidential."
    const account = v41({ permissions: { project: { rfi: 'readonly' } }, oauth: { enabled: true } })
    expect(listErrors(account, barred)).toEqual([`/permissions: ${message}`])
    expect(listErrors(account)).toEqual([])
    expect(listErrors(v41({ oauth: { enabled: true } }), barred)).toEqual([])
    const permissions = { project: { rfi: 'readonly' } }
    const connector = { grant_type: 'client_credentials', permissions }
    expect(listErrors(v3([], [connector]), barred)).toEqual([
      `/components/oauth/instances/0/permissions: ${message}`,
    ])
    // One message is enough: what the account lacks doesn't matter.
    const incomplete = v41({ fullscreen, permissions: { project: { rfi: 'none' } } })
    expect(listErrors(incomplete, barred)).toEqual([`/permissions: ${message}`])
    // Removing its permissions wouldn't bring user-level authentication back.
    expect(listErrors(incomplete, { ...barred, authCodeLocked: true })).toEqual([
      expect.stringMatching(/^: User-level authentication can't be removed/),
      `/permissions: ${message}`,
    ])
  })

  test('a data connector with a service account needs one tool above None', { tags: ['PERM-09'] }, () => {
    const message =
      'The service account needs at least one tool with a level above None. Choose one, or remove its permissions.'
    expect(listErrors(v41({ permissions: { project: { rfi: 'none' } }, oauth: { enabled: true } }))).toEqual([
      `/permissions: ${message}`,
    ])
    expect(listErrors(v3([], [{ grant_type: 'client_credentials' }]))).toEqual([
      `/components/oauth/instances/0/permissions: ${message}`,
    ])
    expect(listErrors(v3([], [{ grant_type: 'authorization_code' }]))).toEqual([])
  })

  test('a data connector cannot be removed once it is locked', { tags: ['PERM-11'] }, () => {
    const locked = { authCodeLocked: true }
    const reason =
      ": User-level authentication can't be removed. A version that uses it is in production, and companies may rely on it."
    const message = `${reason} Set "enabled" of "oauth" to true.`
    expect(listErrors(v41({ fullscreen }), locked)).toEqual([message])
    expect(listErrors(v41({ fullscreen, oauth: { enabled: false } }), locked)).toEqual([message])
    expect(listErrors(v41({ permissions: { project: { rfi: 'readonly' } } }), locked)).toEqual([message])
    expect(listErrors(v3([{ name: 'a', iframe_src: 'https://x.example' }]), locked)).toEqual([
      `${reason} Add an instance to "oauth" in "components".`,
    ])
    expect(listErrors(v41({ fullscreen, oauth: { enabled: true } }), locked)).toEqual([])
  })
})
