import { describe, expect, test } from 'vitest'
import {
  type ComponentDraft,
  type ParameterDraft,
  toComponent,
  componentProblems,
  toDraft,
  newParameter,
  parameterBlock,
  possibleTypes,
  withComponent,
  withoutComponent,
} from './components.ts'
import type { Component, ConfiguredContent } from '../contract.ts'

const board: Component = { source_url: 'https://beamlog.example/board', description: '', views: [] }
const panel: Component = { ...board, views: ['rfi.detail'] }
const empty: ConfiguredContent = { permissions: { company: {}, project: {} }, oauth: { enabled: false } }

const siteCode: ParameterDraft = {
  key: 'site_code',
  name: 'Site code',
  description: 'As your ERP names the site',
  required: true,
  stored: null,
}
const draft = (changes: Partial<ComponentDraft> = {}): ComponentDraft => ({
  type: 'fullscreen',
  source_url: 'https://beamlog.example/board',
  views: [],
  parameters: [],
  ...changes,
})

describe('the types that can be added', () => {
  test.each([
    ['nothing', {}, false, ['fullscreen', 'sidepanel']],
    ['a full screen', { fullscreen: board }, false, ['sidepanel']],
    ['a side panel', { sidepanel: panel }, false, ['fullscreen']],
    ['both', { fullscreen: board, sidepanel: panel }, false, []],
    ['nothing, in government cloud', {}, true, ['fullscreen']],
    ['a full screen, in government cloud', { fullscreen: board }, true, []],
  ])(
    'offers the types that can be added to an app with %s',
    { tags: ['CONF-16', 'CONF-17', 'CONF-18'] },
    (_case, present, isGovernmentCloud, types) => {
      expect(possibleTypes(present, isGovernmentCloud)).toEqual(types)
    },
  )
})

describe('a component draft', () => {
  test(
    'a component draft becomes a component with an empty description, and without views on a full screen',
    { tags: ['CONF-14', 'CONF-15'] },
    () => {
      expect(toComponent(draft({ source_url: ' https://a.example ', views: ['rfi.detail'] }))).toEqual({
        source_url: 'https://a.example',
        description: '',
        views: [],
      })
    },
  )

  test(
    'a component draft becomes a side panel with the keys of its views',
    { tags: ['CONF-14', 'CONF-36'] },
    () => {
      const views = ['budgeting.detail', 'budgeting.list', 'rfi.detail']
      expect(toComponent(draft({ type: 'sidepanel', views })).views).toEqual(['budgeting.all', 'rfi.detail'])
    },
  )

  test(
    'a component draft becomes a component with its parameters, texts by type, and the required ones listed',
    { tags: ['CONF-14', 'CONF-26', 'CONF-31'] },
    () => {
      const optional = { ...siteCode, key: ' region ', name: ' Region ', required: false }
      expect(toComponent(draft({ parameters: [siteCode, optional] })).user_configuration).toEqual({
        schema: {
          type: 'object',
          required: ['site_code'],
          properties: {
            site_code: { name: 'Site code', type: 'string', description: 'As your ERP names the site' },
            region: { name: 'Region', type: 'string', description: 'As your ERP names the site' },
          },
        },
      })
    },
  )

  test('preserves the fields that the form does not show', () => {
    const stored: Component = {
      uuid: '1f0c4f7e-7a52-4d3e-8a5a-0f1f3f1f2b11',
      source_url: 'https://beamlog.example/{{folder}}',
      description: 'Beams by floor',
      views: ['change_events.all', 'schedule.calendar.task.all'],
      user_configuration: {
        schema: {
          type: 'object',
          required: ['folder'],
          properties: {
            folder: {
              name: 'Folder',
              type: 'string',
              description: 'Where the drawings are',
              support_link: { url: 'https://beamlog.example/help', label: 'Help' },
            },
          },
        },
      },
    }
    const opened = toDraft('sidepanel', stored)
    expect(opened.views).toHaveLength(6)
    expect(toComponent(opened, stored)).toEqual(stored)

    const renamed = opened.parameters.map((parameter) => ({ ...parameter, name: 'Drawings' }))
    const saved = toComponent({ ...opened, parameters: renamed }, stored)
    expect(saved).toMatchObject({ uuid: stored.uuid, description: 'Beams by floor', views: stored.views })
    expect(saved.user_configuration?.schema.properties['folder']).toEqual({
      ...stored.user_configuration?.schema.properties['folder'],
      name: 'Drawings',
    })
  })

  test('a component draft keeps an empty schema when its last parameter is removed', () => {
    const stored = toComponent(draft({ parameters: [siteCode] }))
    expect(toComponent(draft(), stored).user_configuration?.schema).toEqual({
      type: 'object',
      required: [],
      properties: {},
    })
  })
})

test(
  'one component of each type can be added, and each can be removed',
  { tags: ['CONF-16', 'CONF-19'] },
  () => {
    const both = withComponent(withComponent(empty, 'sidepanel', panel), 'fullscreen', board)
    expect(withComponent(both, 'fullscreen', { ...board, description: 'new' }).fullscreen?.description).toBe(
      'new',
    )
    expect(withoutComponent(both, 'sidepanel')).toEqual({ ...empty, fullscreen: board })
    expect(withoutComponent(both, 'fullscreen')).toEqual({ ...empty, sidepanel: panel })
  },
)

describe('the problems of a component draft', () => {
  test('a complete component draft has no problems', { tags: ['CONF-24'] }, () => {
    expect(componentProblems(draft({ parameters: [siteCode] }))).toEqual({})
  })

  test('include a missing type and a missing source URL', { tags: ['CONF-20', 'CONF-21', 'CONF-51'] }, () => {
    expect(componentProblems(draft({ type: null, source_url: '  ' }))).toEqual({
      type: 'This field is required',
      source_url: 'This field is required',
    })
  })

  test.each([
    'beamlog.example',
    'http://beamlog.example',
    'https://',
    'https://beam log.example',
    '{{site_code}}',
  ])('include %s as source URL', { tags: ['CONF-21', 'CONF-51'] }, (source_url) => {
    expect(componentProblems(draft({ source_url, parameters: [siteCode] }))).toEqual({
      source_url: 'This URL is invalid',
    })
  })

  test('include each undefined variable, by name', { tags: ['CONF-21'] }, () => {
    const source_url = 'https://{{site_cod}}.example/{{procore.company.id}}?a={{weather}}&b={{weather}}'
    expect(componentProblems(draft({ source_url, parameters: [siteCode] }))['source_url']).toBe(
      "{{site_cod}} isn't built in and isn't a parameter of this component. Did you mean {{site_code}}? " +
        "{{weather}} isn't built in and isn't a parameter of this component. Add a parameter with this key, or correct the name.",
    )
  })

  test('include braces that are not a variable', { tags: ['CONF-21'] }, () => {
    const problems = componentProblems(draft({ source_url: 'https://a.example/{{site code}}' }))
    expect(problems['source_url']).toMatch(/^"\{\{" doesn't start a variable\./)
  })

  test('include a source URL that is too long', () => {
    const longest = 'https://a.example/'.padEnd(2000, 'x')
    expect(componentProblems(draft({ source_url: longest }))).toEqual({})
    expect(componentProblems(draft({ source_url: `${longest}x` }))['source_url']).toBe(
      'Character limit exceeded (2000)',
    )
  })

  test(
    'include a side panel without a view, but not a full screen without one',
    { tags: ['CONF-22', 'CONF-23'] },
    () => {
      expect(componentProblems(draft({ type: 'sidepanel' }))).toEqual({ views: 'Choose at least one view.' })
      expect(componentProblems(draft({ type: 'sidepanel', views: ['rfi.detail'] }))).toEqual({})
      expect(componentProblems(draft({ type: 'fullscreen' }))).toEqual({})
    },
  )

  test(
    'include a parameter without name, key and description',
    { tags: ['CONF-27', 'CONF-28', 'CONF-29', 'CONF-51'] },
    () => {
      expect(componentProblems(draft({ parameters: [siteCode, newParameter] }))).toEqual({
        'parameters.1.name': 'This field is required',
        'parameters.1.key': 'This field is required',
        'parameters.1.description': 'This field is required',
      })
    },
  )

  test.each([
    ['site code', /Keys start with a letter/],
    ['procore_site', /reserved for the platform/],
  ])('include "%s" as a parameter key', { tags: ['CONF-28'] }, (key, message) => {
    expect(componentProblems(draft({ parameters: [{ ...siteCode, key }] }))['parameters.0.key']).toMatch(
      message,
    )
  })

  test('include a repeated parameter key, at both parameters', { tags: ['CONF-28'] }, () => {
    const twins = [siteCode, { ...siteCode, key: 'site_code ' }]
    const message = '"site_code" is the key of 2 parameters. Each parameter needs a different key.'
    expect(componentProblems(draft({ parameters: twins }))).toEqual({
      'parameters.0.key': message,
      'parameters.1.key': message,
    })
  })

  test('include a name or a description that is too long', () => {
    const longest = { ...siteCode, name: 'x'.repeat(255), description: 'x'.repeat(1000) }
    expect(componentProblems(draft({ parameters: [longest] }))).toEqual({})
    const long = { ...longest, name: `${longest.name}x`, description: `${longest.description}x` }
    expect(componentProblems(draft({ parameters: [long] }))).toEqual({
      'parameters.0.name': 'Character limit exceeded (255)',
      'parameters.0.description': 'Character limit exceeded (1000)',
    })
  })
})

describe('another parameter', () => {
  test.each(['key', 'name', 'description'] as const)(
    'another parameter cannot be added before the %s of the last one',
    { tags: ['CONF-30'] },
    (field) => {
      expect(parameterBlock([siteCode, { ...siteCode, [field]: ' ' }])).toBe('incomplete')
    },
  )

  test('another parameter can be added to complete ones, and to none', { tags: ['CONF-30'] }, () => {
    expect(parameterBlock([])).toBeNull()
    expect(parameterBlock([siteCode])).toBeNull()
  })

  test('another parameter cannot be added to a hundred', () => {
    expect(parameterBlock(Array.from({ length: 100 }, () => siteCode))).toBe('tooMany')
  })
})

describe('a parameter without visible text', () => {
  const problems = (changes: Partial<ParameterDraft>) =>
    componentProblems(draft({ parameters: [{ ...siteCode, ...changes }] }))

  test('a parameter without visible text is incomplete', () => {
    expect(problems({ name: '\u200B', description: '\u3164' })).toMatchObject({
      'parameters.0.name': 'This field is required',
      'parameters.0.description': 'This field is required',
    })
    expect(parameterBlock([{ ...siteCode, name: '\u2800' }])).toBe('incomplete')
  })

  test('a parameter is refused if its name has a direction override', () => {
    expect(problems({ name: 'Site \u202Eedoc' })).toHaveProperty(['parameters.0.name'])
  })
})
