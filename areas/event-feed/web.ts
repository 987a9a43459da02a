import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'event-feed': typeof texts
  }
}

/** The event feed has no pages, only the texts of its errors. */
export const eventFeed: WebArea = {}
