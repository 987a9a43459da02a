import { z } from 'zod'
import { ImageUrl } from '#areas/media/contract.ts'
import { change } from '#kit/contract/endpoint.ts'

export const changeOwnPhoto = change({
  path: '/staffs/photo/update',
  access: 'staff',
  summary: 'Sets or removes the caller’s own photo, one that was uploaded before',
  body: z.strictObject({ Image: ImageUrl.nullable() }),
  reply: z.strictObject({ Image: z.string().nullable() }),
})
