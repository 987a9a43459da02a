import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { deleteMedia } from './delete-media.ts'
import { listMedia } from './list-media.ts'
import { restoreMedia } from './restore-media.ts'
import { updateMedia } from './update-media.ts'

export const mediaRoutes = [
  serve(contract.listMedia, listMedia),
  serve(contract.updateMedia, updateMedia),
  serve(contract.deleteMedia, deleteMedia),
  serve(contract.restoreMedia, restoreMedia),
]
