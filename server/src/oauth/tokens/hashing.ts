import { createHash } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'

interface HashedModel {
  environment: CredentialEnvironment
  /** The library's name for the ID's purpose, such as `RefreshToken`. */
  kind: string
}

/** Returns the hash under which an ID is stored. It depends on the environment, so that none is valid in the other. */
export const hashId = ({ environment, kind }: HashedModel, id: string): Buffer =>
  createHash('sha256').update(`${environment}:${kind}:${id}`).digest()

export const hashJti = (jti: string): Buffer => createHash('sha256').update(jti).digest()
