import type { WebArea } from '#kit/web/area.ts'
import { uploads } from '#kit/web/upload/uploads.ts'
import type texts from './web/texts.json'
import { mediaUploads } from './web/uploads.ts'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    media: typeof texts
  }
}

export const media: WebArea = {
  contributes: [uploads.with(mediaUploads)],
}
