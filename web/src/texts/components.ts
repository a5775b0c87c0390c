import { addTexts } from './loaded.ts'

export const components = {
  type: { fullscreen: 'Full screen', sidepanel: 'Side panel' },
  typeInText: { fullscreen: 'full screen', sidepanel: 'side panel' },
  lead: 'What the app shows inside {{platform}}: at most one side panel and one full screen component.',
  leadGovCloud: 'What the app shows inside {{platform}}: at most one full screen component.',
  emptyTitle: 'No components yet',
  emptyDetail:
    "A component shows your app's own pages inside {{platform}}. An app that only calls the API doesn't need one.",
  sourceUrl: 'Source URL',
  views: 'Views',
  viewsOf: '{{count}} of {{total}}',
  parameters: 'Parameters',
  noParameters: 'None',
  parameter: '{{name}} ({{key}})',
  optionalParameter: '{{name}} ({{key}}, optional)',
  refusedInGovCloud:
    "Side panel components aren't available in government cloud. Delete this component to be able to create versions.",

  add: 'Add component',
  full: 'The app already has a side panel and a full screen component.',
  fullGovCloud:
    "The app already has its full screen component. Side panels aren't available in government cloud.",
  edit: 'Edit',
  editOf: 'Edit {{type}}',
  delete: 'Delete',
  deleteOf: 'Delete {{type}}',
  deleted: 'The {{type}} component was deleted.',
  deletion: {
    title: 'Delete the {{type}} component?',
    fullscreen: 'In the next version, the app no longer has its own page in the Apps menu.',
    sidepanel_one: 'In the next version, the app no longer has a side panel on {{count}} view.',
    sidepanel_other: 'In the next version, the app no longer has a side panel on {{count}} views.',
    parameters_one: 'This also deletes its {{count}} parameter, and the value that companies entered for it.',
    parameters_other:
      'This also deletes its {{count}} parameters, and the values that companies entered for them.',
    until: 'Nothing changes until you create a version.',
    confirm: 'Delete component',
  },

  drawer: {
    addTitle: 'Add component',
    editTitle: 'Edit the {{type}} component',
    save: 'Save component',
    blocked: 'Still to complete: {{fields}}.',
    type: 'Type',
    typeFixed:
      "You can't change the type of a component. To use the other type, delete this component and add a new one.",
    typeHint: {
      fullscreen: 'A separate page, opened from the Apps menu of a company or project.',
      sidepanel: 'A 400 px wide panel next to the views you choose.',
    },
  },

  address: {
    hint: 'The page to show: a full URL that starts with https://. It can contain variables.',
    variables: 'Insert a variable',
    variablesHint:
      'Variables are replaced when the page opens, with a value from {{platform}} or with what the company entered for a parameter. Values are URL-encoded: a slash becomes %2F.',
    insert: 'Insert {{variable}}',
    meaning: {
      companyId: "The company's ID",
      companyName: "The company's name",
      projectId: "The project's ID",
      projectName: "The project's name",
    },
    parameterMeaning: 'Parameter: {{name}}',
  },

  chooser: {
    label: 'Views',
    hint: 'The pages of {{platform}} where the side panel can be opened.',
    search: 'Search views',
    all: 'All views',
    found_one: 'The view found',
    found_other: 'All {{count}} views found',
    foundCount_one: '{{count}} found,',
    foundCount_other: '{{count}} found,',
    count: '{{count}} of {{total}} views chosen',
    countIn: '{{count}} of {{total}}',
    show: 'Show the views of {{group}}',
    noMatch: 'No view has "{{search}}" in its tool, name or key.',
  },

  parameterForm: {
    title: 'Parameters',
    hint: 'What a company enters when it installs the app. The source URL can use each parameter by its key.',
    row: 'Parameter {{number}}',
    name: 'Name',
    nameHint: 'The label of the field that the company sees.',
    key: 'Key',
    keyHint: 'For the source URL: {{example}}.',
    description: 'Description',
    descriptionHint: 'Where the company finds the value to enter.',
    required: 'Required',
    requiredHint: "The app can't be set up without it.",
    add: 'Add parameter',
    addAnother: 'Add another',
    incomplete: 'Complete the name, key and description of the parameters above first.',
    tooMany: 'A component can have at most {{max}} parameters.',
    remove: 'Remove',
    removeOf: 'Remove parameter {{number}}',
    removed: 'The parameter was removed.',
  },
} as const

addTexts('components', components)
