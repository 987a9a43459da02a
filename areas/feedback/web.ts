import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    feedback: typeof texts
  }
}

export const feedback: WebArea = {
  screens: [],
}
