const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for use in an element or in a double-quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Serializes JSON for a data block in HTML: its content can't end the block or begin a comment. */
export const blockJson = (value: unknown): string => JSON.stringify(value).replace(/</g, String.raw`\u003c`)
