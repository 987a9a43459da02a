import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { deleteMedia, listMedia, restoreMedia, updateMedia } from './media.ts'

export const mediaRoutes = [
  serve(contract.listMedia, listMedia),
  serve(contract.updateMedia, updateMedia),
  serve(contract.deleteMedia, deleteMedia),
  serve(contract.restoreMedia, restoreMedia),
]
