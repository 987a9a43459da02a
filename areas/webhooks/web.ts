import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    webhooks: typeof texts
  }
}

export const webhooksWebArea: WebArea = {}
