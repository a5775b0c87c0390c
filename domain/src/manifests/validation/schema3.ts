import {
  type JsonSchema,
  appManifest,
  closed,
  configuration,
  description,
  installInstruction,
  name,
  noViews,
  panelViews,
  permissions,
  sourceUrl,
  uuid,
} from './schemaParts.ts'

const dataConnector: JsonSchema = {
  ...closed(['grant_type'], {
    uid: { type: ['string', 'null'] },
    uuid,
    grant_type: { enum: ['authorization_code', 'client_credentials'] },
    permissions,
  }),
  if: { properties: { grant_type: { const: 'authorization_code' } } },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: { properties: { permissions: false } },
}

const frame: JsonSchema = {
  ...closed(['name', 'iframe_src'], {
    name,
    type: { enum: ['fullscreen', 'sidepanel'] },
    uuid,
    views: { type: 'array' },
    required: { type: 'boolean' },
    iframe_src: sourceUrl,
    description,
    configuration,
  }),
  if: { properties: { type: { const: 'sidepanel' } }, required: ['type'] },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: { properties: { views: panelViews }, required: ['views'] },
  else: { properties: { views: noViews } },
}

const instances = (items: JsonSchema, maxItems: number): JsonSchema =>
  closed(['instances'], { instances: { type: 'array', items, minItems: 1, maxItems } })

export const schema3: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:manifest:3',
  title: 'App manifest, schema version 3',
  ...closed(['schema_version', 'components'], {
    schema_version: { const: '3' },
    app_manifest: appManifest,
    post_installation_instruction: installInstruction,
    components: {
      ...closed([], { oauth: instances(dataConnector, 1), iframe: instances(frame, 2) }),
      minProperties: 1,
    },
  }),
}
