/** A node of parsed Markdown. */
interface MarkdownNode {
  type: string
  alt?: string | null
  url?: string
  value?: string
  children?: MarkdownNode[]
}

/** Turns an image into a link to it, or into its text alone inside a link. */
function replaceImage(node: MarkdownNode, isInLink: boolean): void {
  const text = { type: 'text', value: node.alt || node.url || '' }
  if (isInLink) Object.assign(node, text)
  else Object.assign(node, { type: node.url === undefined ? 'linkReference' : 'link', children: [text] })
}

function replaceImages(node: MarkdownNode, isInLink: boolean): void {
  if (node.type === 'image' || node.type === 'imageReference') return replaceImage(node, isInLink)
  for (const child of node.children ?? []) replaceImages(child, isInLink || node.type.startsWith('link'))
}

/** A plugin for Markdown without images: it links to them, so that readers miss nothing. */
export const linkImages = () => (tree: MarkdownNode) => replaceImages(tree, false)
