import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import type { DraftCheck } from '@trestle/domain/manifests/saving.ts'
import { Suspense, useState } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { lazyPage } from '../../ui/retry.ts'
import type { ServerErrors } from './ServerCheck.tsx'
import type { Builder } from './useBuilder.ts'

/** Lazy, because few visits have a manifest that was typed as JSON. */
const ServerCheck = lazyPage(() => import('./ServerCheck.tsx').then((m) => m.ServerCheck))

const none: readonly ManifestError[] = []
const pending: ServerErrors = { isValidating: true, serverErrors: none }

/**
 * Returns what the server finds in a draft that was typed as JSON, such as an unknown key: only the server has the
 * schema (CONF-43). While the server can't be reached, saving stays possible, and is then refused by the server.
 */
export function useServerErrors(appId: number, builder: Builder, { isEmpty }: DraftCheck) {
  const [found, setFound] = useState(pending)
  if (!builder.isDirty || !builder.isTyped)
    return { isValidating: false, serverErrors: none, serverCheck: null }
  const serverCheck = (
    <Boundary compact>
      <Suspense>
        {/* The Components card already shows that the manifest is empty. */}
        <ServerCheck
          appId={appId}
          text={builder.text}
          allowEmpty={builder.allowEmpty || isEmpty}
          onFound={setFound}
        />
      </Suspense>
    </Boundary>
  )
  return { ...found, serverCheck }
}
