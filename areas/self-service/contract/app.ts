import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { noRow } from '#kit/contract/scope.ts'

/** What a phone reads to put the card on its home screen (the names are those of the web's standard). */
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

/** Outside of the API, beside the pages that it describes. */
export const getAppDescription = read({
  method: 'GET',
  path: '/self-service/app.webmanifest',
  access: 'public',
  scope: noRow('nobody'),
  about: ['setting'],
  summary: 'The member’s card as an app on the home screen of a phone',
  body: z.strictObject({}),
  reply: AppDescription,
})
