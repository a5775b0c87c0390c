import { queryOptions } from '@tanstack/react-query'
import {
  createClientSecret,
  listClientSecrets,
  updateClientSecret,
} from '@trestle/domain/credentials/calls.ts'
import type { ClientSecret, Credentials } from '@trestle/domain/credentials/contract.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { call, type RequestFor } from '../http/call.ts'
import { credentialKeys } from './queries.ts'

/** The secrets of an app in one environment. */
export interface SecretPlace {
  appId: number
  environment: CredentialEnvironment
}

export const clientSecretList = ({ appId, environment }: SecretPlace) =>
  queryOptions({
    queryKey: credentialKeys.secrets(appId, environment),
    queryFn: ({ signal }) =>
      call(listClientSecrets, { params: { id: appId }, query: { environment } }, { signal }),
  })

/** Creates a secret beside the present one. Not a mutation: a mutation caches its result (CRED-14). */
export const makeClientSecret = ({ appId, environment }: SecretPlace, label: string): Promise<Credentials> =>
  call(createClientSecret, { params: { id: appId }, query: { environment }, body: { label } })

export const changeClientSecret = (
  appId: number,
  secretId: number,
  body: RequestFor<typeof updateClientSecret>['body'],
): Promise<ClientSecret> => call(updateClientSecret, { params: { id: appId, secret_id: secretId }, body })
