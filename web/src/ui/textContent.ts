/** A piece of a parsed text, as far as its words go. */
export interface TextNode {
  value?: string
  children?: unknown[]
}

/** The words of a piece and of all that is in it. */
export function textContent(node: unknown): string {
  const { value, children = [] } = (node ?? {}) as TextNode
  return value ?? children.map(textContent).join('')
}
