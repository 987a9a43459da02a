import type { WebArea } from '#kit/web/area.ts'
import { views as kept } from './web/kept.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    views: typeof en
  }
}

export const views: WebArea = {
  provides: { views: kept },
}
