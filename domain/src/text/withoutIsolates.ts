/**
 * Removes what `isolate` adds, from a text that someone copied from the page. In a separate file, because every page
 * loads `isolate`, while only dialogs need this.
 */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
