import type { PublicArea } from '#kit/public/router.tsx'
import { ownDataPath } from './paths.ts'
import type texts from './public/texts.json'

declare module '#kit/public/vocabulary.ts' {
  interface PublicTexts {
    privacy: typeof texts
  }
}

export const privacyPublicArea: PublicArea = {
  screens: [
    {
      path: ownDataPath.pattern,
      load: async () => ({ default: (await import('./public/OwnDataPage.tsx')).OwnDataPage }),
    },
  ],
}
