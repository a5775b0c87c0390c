import type { Refusal } from '@trestle/domain/http/errors.ts'
import { environmentPath, metadataPath } from '@trestle/domain/oauth/environments.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { noSuchCall } from './errors.ts'
import type { Settings } from './settings.ts'

const noSuchOauthCall = (list: string): Refusal => ({
  code: 'not_found',
  message: `This OAuth call doesn't exist. Check its method and address: GET ${list} lists the addresses.`,
})

/**
 * Returns the refusals of unknown calls by the start of their addresses. Only the portal's own are in its OpenAPI
 * document.
 */
export function unknownCalls({ GOV_CLOUD }: Pick<Settings, 'GOV_CLOUD'>): Record<string, Refusal> {
  const sandbox = environmentPath('sandbox')
  return {
    '/api/': noSuchCall,
    '/rest/': {
      code: 'not_found',
      message: `The portal doesn't serve this API here. The page ${pageAddress('reference')} lists its addresses.`,
    },
    '/oauth/': noSuchOauthCall(metadataPath),
    [`${sandbox}/oauth/`]: noSuchOauthCall(GOV_CLOUD ? metadataPath : `${metadataPath}${sandbox}`),
  }
}
