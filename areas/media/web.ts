import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'
import { uploads } from './web/uploads.ts'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    media: typeof texts
  }
}

export const media: WebArea = {
  provides: { uploads },
}
