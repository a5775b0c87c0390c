import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { isObject, toArray, toObject, without, type JsonObject } from '@trestle/domain/json/values.ts'

/** Manifests of the demo apps, one of each shape the portal supports. */

const notes = (text: string, url: string, label: string) => ({ notes: text, page: { url, label } })

const parameter = (name: string, description: string) => ({ name, type: 'string', description })

const schema = (properties: Record<string, ReturnType<typeof parameter>>, required: string[] = []) => ({
  schema: { type: 'object', required, properties },
})

export const siteSync = (region: boolean) => ({
  schema_version: '4.1',
  post_installation_instruction: notes(
    'Sign in to Site Sync as an owner and press Link company. The first sync takes about ten minutes.',
    'https://help.sitesync.example/link-company',
    'How to link a company',
  ),
  fullscreen: {
    source_url:
      'https://app.sitesync.example/board?company={{procore.company.id}}&project={{procore.project.id}}',
    description: '',
  },
  sidepanel: {
    source_url: region
      ? 'https://{{region}}.sitesync.example/panel?project={{procore.project.id}}'
      : 'https://app.sitesync.example/panel?project={{procore.project.id}}',
    description: 'Shows the open site tasks of the record on screen',
    views: ['rfi.detail', 'observations.list', 'submittal_logs.detail'],
    ...(region && {
      user_configuration: schema({ region: parameter('Hosting region', 'eu, us or au') }, ['region']),
    }),
  },
  permissions: {
    company: { home: 'readonly', directory: 'readonly' },
    project: { rfi: 'standard', submittal_logs: 'readonly' },
  },
  oauth: { enabled: true },
})

export const craneWatch = {
  schema_version: '4.1',
  fullscreen: {
    source_url: 'https://app.cranewatch.example/{{site_code}}/board?project={{procore.project.id}}',
    description: '',
    user_configuration: schema({ site_code: parameter('Site code', 'Printed on the crane controller') }),
  },
}

export const kilnworks = {
  schema_version: '3',
  post_installation_instruction: notes(
    'Ask your Kilnworks contact for the plant number before you start.',
    'https://kilnworks.example/setup.pdf',
    'Set-up sheet',
  ),
  components: {
    oauth: {
      instances: [
        {
          grant_type: 'client_credentials',
          permissions: { company: {}, project: { daily_log: 'standard' } },
        },
      ],
    },
    iframe: {
      instances: [
        {
          name: 'Kilnworks pours',
          type: 'sidepanel',
          views: ['rfi.detail', 'observations.list'],
          required: false,
          iframe_src: 'https://panel.kilnworks.example/{{plant}}?project={{procore.project.id}}',
          description: 'Concrete pours of this project',
          configuration: schema({ plant: parameter('Plant number', 'Four digits') }, ['plant']),
        },
      ],
    },
  },
}

export const ledgerBridge = {
  schema_version: '4.1',
  post_installation_instruction: notes(
    'Create a service user in your ledger first; the guide lists the rights it needs.',
    'https://docs.ledgerbridge.example/service-user',
    'Service user guide',
  ),
  permissions: {
    company: { erp_integrations: 'standard' },
    project: { commitments: 'standard', change_events: 'readonly', budgeting: 'readonly' },
  },
  oauth: { enabled: true },
}

export const submittalScout = {
  schema_version: '4.1',
  sidepanel: {
    source_url: 'https://scout.siteline.example/panel?project={{procore.project.id}}',
    description: 'Finds the specification section a submittal belongs to',
    views: ['submittal_logs.detail'],
  },
}

export const ganttGlider = {
  schema_version: '4.1',
  fullscreen: { source_url: 'https://glider.example/plan?project={{procore.project.id}}', description: '' },
  sidepanel: {
    source_url: 'https://glider.example/task?project={{procore.project.id}}',
    description: 'The path that leads to the task on screen',
    views: ['schedule.calendar.all'],
  },
}

/** The smallest useful manifest: one side panel, on a host derived from the app's name. */
export const sidePanel = (name: string) => ({
  schema_version: '4.1',
  sidepanel: {
    source_url: `https://app.${name.toLowerCase().replaceAll(' ', '')}.example/panel?project={{procore.project.id}}`,
    description: `${name} beside the record on screen`,
    views: ['rfi.detail', 'observations.list'],
  },
})

/** A description of a side panel says what it's beside. */
const toFullscreen = (sidepanel: JsonObject) => ({ ...without(sidepanel, 'views'), description: '' })

/** Returns a manifest whose side panel opens full screen instead, or not at all beside a full screen component. */
export function withoutSidePanel(content: ManifestContent): ManifestContent {
  const { sidepanel, components, ...rest } = content
  const iframe = toObject(toObject(components)['iframe'])
  const instances = toArray(iframe['instances']).map((each) => ({
    ...toFullscreen(toObject(each)),
    type: 'fullscreen',
  }))
  return {
    ...rest,
    ...(isObject(sidepanel) && !('fullscreen' in rest) && { fullscreen: toFullscreen(sidepanel) }),
    ...(isObject(components) && { components: { ...components, iframe: { instances } } }),
  }
}
