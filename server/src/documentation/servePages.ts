import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { z } from 'zod'
import { orNotFound } from '../errors.ts'
import type { EmbeddedData } from '../http/pages.ts'
import { listEntries, listPassages } from './present.ts'

/** A search without words shows the page. */
const PageQuery = z.object({ search: z.string().trim().optional() }).catch({})

/** The pages of visitors. The web app loads the same texts itself. */
export const documentationPages: EmbeddedData[] = [
  {
    page: 'documentationArea',
    access: 'anyone',
    load: async (_services, _actor, { query }) => {
      const { search } = PageQuery.parse(query)
      const address = pageAddress('documentation', { page: 'introduction' })
      return { redirect: search ? `${address}?${stringifyBrackets({ search })}` : address }
    },
  },
  {
    page: 'documentation',
    access: 'anyone',
    load: async ({ documentation: { pages } }, _actor, { params, query }) => {
      const page = orNotFound(
        pages.find(({ slug }) => slug === params['page']),
        'Page',
      )
      const { search: words = '' } = PageQuery.parse(query)
      const search = words === '' ? null : { words, passages: listPassages(pages) }
      return {
        view: { page: 'documentation', documentation: { page, entries: listEntries(pages), search } },
      }
    },
  },
  {
    page: 'terms',
    access: 'anyone',
    load: async ({ documentation: { terms } }) => ({ view: { page: 'terms', terms } }),
  },
]
