import { addTexts } from './loaded.ts'

export const palette = {
  placeholder: 'Search pages, apps and actions',
  pages: 'Pages',
  apps: 'Apps',
  actions: 'Actions',
  search: 'Search',
  searchApps: 'Search apps for "{{search}}"',
  searchDevelopers: 'Search developers for "{{search}}"',
  searchDocumentation: 'Search the documentation for "{{search}}"',
  searchReference: 'Search the API reference for "{{search}}"',
  appActions: 'Actions in {{name}}',
  createApp: 'Create an app',
  toggleScheme: 'Switch between light and dark',
  failed: "Your apps couldn't be loaded.",
  searching: 'Searching your apps…',
} as const

addTexts('palette', palette)
