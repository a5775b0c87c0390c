/** The states of a production version. */
export const reviewStates = ['confidential', 'in_review', 'published'] as const
export type ReviewState = (typeof reviewStates)[number]
