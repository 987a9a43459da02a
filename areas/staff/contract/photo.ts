import { z } from 'zod'
import { ImageUrl } from '#areas/media/contract.ts'
import { change } from '#kit/contract/endpoint.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

export const changeOwnPhoto = change({
  path: '/staffs/photo/update',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['own account', 'staff'],
  summary: 'Sets or removes the caller’s own photo, one that was uploaded before',
  body: z.strictObject({ Image: ImageUrl.nullable() }),
  reply: z.strictObject({ Image: z.string().nullable() }),
})
