import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** Web app manifest of the member card, with the field names of the web standard. */
export const AppDescription = z.strictObject({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.literal('standalone'),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(
    z.strictObject({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.enum(['any', 'maskable']) }),
  ),
})
export type AppDescription = z.infer<typeof AppDescription>

/** The web app manifest is served outside the API, next to the pages that it describes. */
export const getAppDescription = read({
  method: 'GET',
  path: '/self-service/app.webmanifest',
  access: 'public',
  scope: unnamedRows('public'),
  about: ['setting'],
  summary: 'Returns the web app manifest of the member’s card',
  body: z.strictObject({}),
  reply: AppDescription,
})
