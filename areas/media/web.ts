import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'
import { uploads } from './web/uploads.ts'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    media: typeof en
  }
}

export const media: WebArea = {
  provides: { uploads },
}
