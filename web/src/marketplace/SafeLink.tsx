import { isWebAddress } from '@trestle/domain/text/addresses.ts'
import { TextLink } from '../ui/Link.tsx'

interface SafeLinkProps {
  url: string
  label: string
}

/** Shows a link, or plain text when the URL of a draft is not valid. */
export function SafeLink({ url, label }: SafeLinkProps) {
  const text = label.trim() || url
  if (!isWebAddress(url)) return <span>{text}</span>
  return (
    <TextLink href={url.trim()} target="_blank">
      {text}
    </TextLink>
  )
}
