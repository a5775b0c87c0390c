import { isWebAddress } from '@trestle/domain/listings/checking.ts'
import { TextLink } from '../ui/Link.tsx'

interface SafeLinkProps {
  url: string
  label: string
}

/** A draft may hold anything where an address belongs: what is none is shown as the text it is. */
export function SafeLink({ url, label }: SafeLinkProps) {
  const text = label.trim() || url
  if (!isWebAddress(url)) return <span>{text}</span>
  return (
    <TextLink href={url.trim()} target="_blank">
      {text}
    </TextLink>
  )
}
