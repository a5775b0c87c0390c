import DOMPurify from 'dompurify'
import classes from '../Listing.module.css'

const allowed = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote']

export interface AdminMessageProps {
  html: string
}

/** The server stores only safe HTML; the client sanitizes it once more (LSTATE-32). */
export function AdminMessage({ html }: AdminMessageProps) {
  const safe = DOMPurify.sanitize(html, { ALLOWED_TAGS: allowed, ALLOWED_ATTR: ['href'] })
  return (
    <div
      className={classes['message']}
      data-testid="admin-message"
      dangerouslySetInnerHTML={{ __html: safe }}
    />
  )
}
