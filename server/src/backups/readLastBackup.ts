import type { Services } from '../services.ts'
import { findLastBackup } from './store.ts'

/** Returns when the newest complete backup was made; undefined if there was none. */
export const readLastBackup = ({ db }: Pick<Services, 'db'>): Promise<string | undefined> =>
  findLastBackup(db)
