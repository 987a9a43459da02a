import type { WebArea } from '#kit/web/area.ts'
import { uploadService } from '#kit/web/upload/uploads.ts'
import type texts from './web/texts.json'
import { mediaUploadService } from './web/uploads.ts'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    media: typeof texts
  }
}

export const mediaWebArea: WebArea = {
  contributes: [uploadService.with(mediaUploadService)],
}
