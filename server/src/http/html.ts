const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in an element or in an attribute between double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** JSON for a data block in HTML: nothing in it can end the block or begin a comment. */
export const blockJson = (value: unknown): string => JSON.stringify(value).replace(/</g, String.raw`\u003c`)
