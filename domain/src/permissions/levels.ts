/** The id of each level, as used in a tool's `disabled_uals` (PERM-05). */
export const levelIds = { none: 1, readonly: 2, standard: 3, admin: 4 } as const
export type Level = keyof typeof levelIds
export type LevelId = (typeof levelIds)[Level]

export const levels = ['none', 'readonly', 'standard', 'admin'] as const satisfies Level[]

export const isLevel = (value: unknown): value is Level => levels.some((level) => level === value)

export const scopes = ['company', 'project'] as const
export type Scope = (typeof scopes)[number]
