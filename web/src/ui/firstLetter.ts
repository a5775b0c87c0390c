const characters = new Intl.Segmenter()

/** Returns the first character as readers count them, in upper case: an emoji is one. */
export const firstLetter = (name: string): string =>
  [...characters.segment(name.trim())][0]?.segment.toUpperCase() ?? ''
