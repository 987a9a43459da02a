import type { WebArea } from '#kit/web/area.ts'
import { viewStorage } from '#kit/web/table/views.ts'
import { storedViewsService } from './web/stored-views.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    views: typeof texts
  }
}

export const viewsWebArea: WebArea = {
  contributes: [viewStorage.with(storedViewsService)],
}
