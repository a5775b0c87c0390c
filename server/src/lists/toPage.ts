import type { Page } from '@trestle/domain/http/paging.ts'

/** Returns the page that a query asks for, without its other parameters. */
export const toPage = (query: Page): Page => ({ page: query.page, per_page: query.per_page })
