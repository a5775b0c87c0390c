import { addTexts } from './loaded.ts'

export const documentation = {
  title: 'Documentation',
  pages: 'Documentation pages',
  contents: 'On this page',
  neighbors: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  headingLink: 'Link to the heading {{heading}}',
  failed: "This page couldn't be loaded",
  pagesFailed: "The list of pages couldn't be loaded",
  missing: "This documentation page doesn't exist",
  missingDetail: 'It may have moved. Search for it, or choose another page from the list.',
  toStart: 'Go to the introduction',
  search: {
    label: 'Search the documentation',
    results: 'Results for "{{words}}"',
    count_one: '{{count}} match',
    count_other: '{{count}} matches',
    countShown: '{{shown}} of {{count}} matches',
    nothing: 'No matches for "{{words}}"',
    nothingDetail: 'Try fewer or different words. You can search for the beginning of a word.',
    clear: 'Clear search',
    failed: "The search couldn't be loaded",
  },
  terms: {
    title: 'Terms and conditions',
    version: 'Version {{version}}',
    failed: "The terms couldn't be loaded",
  },
} as const

addTexts('documentation', documentation)
