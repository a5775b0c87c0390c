import { Markdown } from '../ui/Markdown.tsx'

/** Shows a body as developers will see it. Separate from the form, because a new announcement has no preview. */
export const BodyPreview = ({ body }: { body: string }) => <Markdown text={body} under={2} />
