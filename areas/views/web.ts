import type { WebArea } from '#kit/web/area.ts'
import { views as kept } from './web/kept.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    views: typeof texts
  }
}

export const views: WebArea = {
  provides: { views: kept },
}
