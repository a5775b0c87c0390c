import { sortsBy } from '../http/sorts.ts'

export const developerSorts = sortsBy('name', 'company_name', 'email', 'procore_id')
