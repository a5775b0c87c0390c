/** What other features ask about an app's data connector: once one reaches production, the app has production credentials. */
export { hasPromotedDataConnector, selectPromotedDataConnector } from './store.ts'
