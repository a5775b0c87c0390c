import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from './Link.tsx'
import { LinesSkeleton } from './Skeletons.tsx'

/** Replaces this page with another one. Without the router it loads a document, which takes a moment. */
export function Redirect({ href }: { href: string }) {
  const navigation = useNavigation()
  const leave = useEffectEvent(() => {
    if (navigation) navigation.replace(href)
    else window.location.replace(href)
  })
  useEffect(() => leave(), [href])
  return navigation ? null : <LinesSkeleton lines={4} />
}
