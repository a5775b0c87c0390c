/**
 * Returns whether a string is one paragraph without anything that Markdown or its links could mean: nothing to parse, as in
 * most descriptions of fields.
 */
export const isPlainText = (text: string): boolean =>
  /^[A-Za-z](?:[A-Za-z0-9 ,.;:/'"()?%$-]*[A-Za-z0-9.)?])?$/.test(text) && !/ {2}|www\.|:\/\//i.test(text)
