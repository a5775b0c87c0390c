import { addTexts } from './loaded.ts'

export const permissions = {
  title: 'Permission builder',
  lead: "What the app's service account can do in a company that installs it. Request only what the app needs. Companies see the list before they agree.",
  documentation: 'About service accounts',
  unreadable: 'Error parsing existing permissions',
  unreadableDetail:
    "The permissions in the manifest couldn't be read, so the grid starts empty. Applying it replaces them. If you cancel, the manifest stays unchanged.",
  scopes: 'Where the permissions apply',
  company: 'Company tools',
  project: 'Project tools',
  withCount: '{{scope}} ({{count}})',
  countNote_one: '{{count}} tool with access',
  countNote_other: '{{count}} tools with access',
  tool: 'Tool',
  cell: '{{tool}}: {{level}}',
  cellOff: '{{tool}}: {{level}} (not available for this tool)',
  notAvailable: 'Not available for this tool',
  unknownTool: "This tool doesn't exist. Choose None to remove it.",
  keyboard: 'Press the left and right arrow keys to choose a level, up and down to move between tools.',
  apply: 'Apply to manifest',
  applyToConfiguration: 'Apply permissions',
  needsTool: 'A service account needs at least one tool with a level above None.',
  adminNote_one: '{{count}} tool has the Admin level. Reviewers expect the lowest level that the app needs.',
  adminNote_other:
    '{{count}} tools have the Admin level. Reviewers expect the lowest level that the app needs.',
  search: 'Search tools',
  noTool: 'No matches for "{{search}}"',
  toolsFound_one: '{{count}} tool found',
  toolsFound_other: '{{count}} tools found',
  cancel: 'Cancel',
} as const

addTexts('permissions', permissions)
