const characters = new Intl.Segmenter()

/** Returns the first character as readers count them, in uppercase. An emoji counts as one. */
export const firstLetter = (name: string): string =>
  [...characters.segment(name.trim())][0]?.segment.toUpperCase() ?? ''
