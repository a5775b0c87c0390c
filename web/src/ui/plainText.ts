/**
 * Returns whether a string is one paragraph without Markdown syntax or links, so that there is nothing to parse, as
 * in most field descriptions.
 */
export const isPlainText = (text: string): boolean =>
  /^[A-Za-z](?:[A-Za-z0-9 ,.;:/'"()?%$-]*[A-Za-z0-9.)?])?$/.test(text) && !/ {2}|www\.|:\/\//i.test(text)
