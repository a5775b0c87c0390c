/** Removes what `isolate` adds, from a text that someone copied from the page. Apart, for pages without a dialog. */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
