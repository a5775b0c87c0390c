export const changeTypes = ['fix', 'new', 'feature', 'refinement', 'deprecated', 'sunset'] as const
export type ChangeType = (typeof changeTypes)[number]
