/** The text-related part of a syntax tree node. */
export interface TextNode {
  value?: string
  children?: unknown[]
}

/** Returns the text of a node and its children. */
export function textContent(node: unknown): string {
  const { value, children = [] } = (node ?? {}) as TextNode
  return value ?? children.map(textContent).join('')
}
