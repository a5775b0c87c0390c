export { findClient, type ClientRow } from './clients/store.ts'
