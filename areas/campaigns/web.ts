import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    campaigns: typeof texts
  }
}

export const campaigns: WebArea = {
  screens: [],
}
