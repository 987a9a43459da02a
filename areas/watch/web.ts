import type { WebArea } from '#kit/web/area.ts'
import { watchPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    watch: typeof texts
  }
}

export const watchWebArea: WebArea = {
  screens: [
    {
      path: watchPath.pattern,
      menu: 'settings',
      title: 'watch:screens.watch',
      role: 'Loyalty Watch',
      load: async () => ({ default: (await import('./web/WatchPage.tsx')).LoyaltyWatchPage }),
    },
  ],
}
