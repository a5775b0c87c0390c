import DOMPurify from 'dompurify'
import classes from '../Listing.module.css'

const allowed = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote']

export interface AdminMessageProps {
  /** The subject of the message. */
  label: string
  html: string
}

/** The server stores only safe HTML; the client sanitizes it again (LSTATE-32). */
export function AdminMessage({ label, html }: AdminMessageProps) {
  const safe = DOMPurify.sanitize(html, { ALLOWED_TAGS: allowed, ALLOWED_ATTR: ['href'] })
  return (
    <div
      className={classes['message']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: safe }}
    />
  )
}
