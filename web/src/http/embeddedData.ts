import { lenient } from '@trestle/domain/http/lenient.ts'
import type { z } from 'zod'
import { readBootstrap } from './bootstrap.ts'
import { readReply } from './reply.ts'

function dataOfPage(): unknown {
  const page = readBootstrap()?.page
  return page && 'data' in page ? page.data : undefined
}

/** Returns the data the server embedded in the page (MET-19). */
export const embeddedData = <Data>(schema: z.ZodType<Data>): Data => readReply(schema, dataOfPage())

/** Like `embeddedData`, but undefined if the user reached the page by in-app navigation. */
export const servedData = <Data>(schema: z.ZodType<Data>): Data | undefined =>
  lenient(schema).safeParse(dataOfPage()).data
