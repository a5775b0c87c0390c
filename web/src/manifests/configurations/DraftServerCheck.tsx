import { Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { lazyComponent } from '../../ui/lazyComponent.ts'
import type { ServerErrors } from './ServerCheck.tsx'
import type { Builder } from './useBuilder.ts'
import { isCheckedOnServer } from './useServerErrors.ts'

/** Lazy, because few visits have a manifest that was typed as JSON. */
const ServerCheck = lazyComponent(() => import('./ServerCheck.tsx').then((m) => m.ServerCheck))

interface DraftServerCheckProps {
  appId: number
  builder: Builder
  isEmpty: boolean
  onFound: (found: ServerErrors) => void
}

/** Checks a draft that was typed as JSON on the server. Shows only why it couldn't be checked. */
export function DraftServerCheck({ appId, builder, isEmpty, onFound }: DraftServerCheckProps) {
  if (!isCheckedOnServer(builder)) return null
  return (
    <Boundary compact>
      <Suspense>
        {/* The Components card already shows that the manifest is empty. */}
        <ServerCheck
          appId={appId}
          text={builder.text}
          allowEmpty={builder.allowEmpty || isEmpty}
          onFound={onFound}
        />
      </Suspense>
    </Boundary>
  )
}
