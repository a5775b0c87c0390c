import { readBootstrap } from './bootstrap.ts'

function dataOfPage(): unknown {
  const page = readBootstrap()?.page
  return page && 'data' in page ? page.data : undefined
}

/**
 * Returns the data the server embedded in the page (MET-19), which exists if `isServedWithData` returns true. A
 * document and its scripts come from the same build, so no check is needed (decision 31).
 */
export const embeddedData = <Data>(): Data => dataOfPage() as Data

/**
 * Returns the data the server embedded in the page, or undefined if it belongs to a page without this field, because
 * the user reached the page by in-app navigation.
 */
export function servedData<Data extends object>(field: keyof Data): Data | undefined {
  const data = dataOfPage()
  return typeof data === 'object' && data !== null && field in data ? (data as Data) : undefined
}
