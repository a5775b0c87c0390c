import { optionalText } from '@trestle/domain/http/fields.ts'
import { maxText } from '@trestle/domain/listings/contract.ts'
import { z } from 'zod'

export const notesSchema = z.object({ admin_notes: optionalText(maxText) })
