import { createHash } from 'node:crypto'
import type { TokenPlace } from './store.ts'

/** Returns the hash under which a token is stored. It depends on the environment, so that none is valid in the other. */
export const hashId = ({ environment, kind }: TokenPlace, id: string): Buffer =>
  createHash('sha256').update(`${environment}:${kind}:${id}`).digest()

export const hashJti = (jti: string): Buffer => createHash('sha256').update(jti).digest()
