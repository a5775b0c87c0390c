import { fileURLToPath } from 'node:url'
import type { Branch } from '@trestle/domain/reference/content.ts'
import type { Settings } from '../settings.ts'
import { readContent, type OnBroken } from './readContent.ts'

const ownFolder = fileURLToPath(new URL('../../../content/reference', import.meta.url))

/** Reads the reference shipped with the portal, or the one that the settings name. */
export const openReference = (settings: Settings, onBroken: OnBroken): Promise<Branch[]> =>
  readContent(
    settings.REFERENCE_DIR || ownFolder,
    {
      platformName: settings.PLATFORM_NAME,
      isGovernmentCloud: settings.GOV_CLOUD,
      portalUrl: settings.PUBLIC_URL,
      platformApiUrl: settings.PLATFORM_API_URL ?? null,
    },
    onBroken,
  )
