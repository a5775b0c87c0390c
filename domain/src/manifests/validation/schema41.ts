import {
  type JsonSchema,
  appManifest,
  closed,
  configuration,
  description,
  installInstruction,
  noViews,
  panelViews,
  permissions,
  sourceUrl,
  uuid,
} from './schemaParts.ts'

const component = { uuid, source_url: sourceUrl, description, user_configuration: configuration }

export const schema41: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:manifest:4.1',
  title: 'App manifest, schema version 4.1',
  ...closed(['schema_version'], {
    schema_version: { const: '4.1' },
    app_manifest: appManifest,
    post_installation_instruction: installInstruction,
    fullscreen: closed(['source_url'], { ...component, views: noViews }),
    sidepanel: closed(['source_url', 'views'], { ...component, views: panelViews }),
    permissions,
    oauth: closed([], { enabled: { type: 'boolean' } }),
  }),
}
