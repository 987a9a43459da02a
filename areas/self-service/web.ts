import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'self-service': typeof texts
  }
}

export const selfService: WebArea = { screens: [] }
