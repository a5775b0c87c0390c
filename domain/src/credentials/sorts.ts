import { sortsBy } from '../http/sorts.ts'

export const oauthApplicationSorts = sortsBy('name', 'uid')
