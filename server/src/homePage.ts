import type { EmbeddedData } from './http/pages.ts'

/** The start page of visitors. */
export const homePage: EmbeddedData = {
  page: 'home',
  access: 'anyone',
  load: async () => ({ view: { page: 'home' } }),
}
