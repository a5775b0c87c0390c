import { Markdown } from '../ui/Markdown.tsx'

/** Shows a body as developers will see it. Apart from the form, because a new announcement has none. */
export const BodyPreview = ({ body }: { body: string }) => <Markdown text={body} under={2} />
