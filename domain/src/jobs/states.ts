export const jobStates = ['waiting', 'running', 'done', 'failed', 'canceled'] as const
export type JobState = (typeof jobStates)[number]
